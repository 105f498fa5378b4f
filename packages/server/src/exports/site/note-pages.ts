import type { NoteVersion, Seat } from '@pairspace/protocol';
import { type Markup, markup } from '../../lib/markup.ts';
import { eachOf, pageOf } from '../sections.ts';
import type { Outline } from './outline.ts';
import type { SiteSource } from './site-source.ts';
import { renderRows } from './render-rows.ts';
import type { Renderer } from './render-thread.ts';
import { pathOfTab, type SiteMaker, type SitePage } from './site-page.ts';
import { type Changes, versionKey } from '@pairspace/protocol/site';
import { withoutContent } from '../../lib/without-content.ts';

type PlacedNote = Outline['notes'][number];
type VersionFacts = Omit<NoteVersion, 'content'>;

/** The list of notes, a page with the history of each, and pages for its earlier versions. */
export async function* notePages(source: SiteSource, outline: Outline, maker: SiteMaker): AsyncGenerator<SitePage> {
  const { notes } = outline;
  const { renderer, link } = maker;
  const rows = await renderRows(
    notes,
    (part) => ({
      kind: 'notes',
      notes: part.map(({ about }) => about),
      links: { notes: new Map(part.map(({ path, about }) => [about.id, link(pathOfTab.notes, path)])) },
    }),
    { renderer, none: 'There are no notes in this session.' },
  );
  yield { path: pathOfTab.notes, tab: 'notes', title: 'Notes', body: markup`${rows}` };
  for (const note of notes) yield* pagesOfNote({ ...maker, source, note, seats: outline.session.agents });
}

/** The inputs for the pages of one note. */
interface NotePageContext extends SiteMaker {
  source: SiteSource;
  note: PlacedNote;
  seats: readonly Seat[];
}

/** The path of a note's version. */
export const pathOfVersion = ({ path, about }: PlacedNote, version: number): string =>
  version === about.version ? path : path.replace(/\.html$/, `.v${String(version)}.html`);

/** The page of the newest version with the history, then those of earlier versions. */
async function* pagesOfNote(making: NotePageContext): AsyncGenerator<SitePage> {
  const { version: current } = making.note.about;
  const history: VersionFacts[] = [];
  let newest: NoteVersion | undefined;
  let before: string | undefined;
  for await (const version of versionsOf(making)) {
    if (version.version === current) newest = version;
    if (version.version === current - 1) before = version.content;
    history.push(withoutContent(version));
  }
  if (newest) yield await pageOfVersion(making, newest, { before, history });
  const older = versionsOf(making);
  for (let step = await older.next(); !step.done;) {
    const version = step.value;
    step = await older.next();
    // Versions come newest first, so the next one is the predecessor.
    const before = step.done ? undefined : step.value.content;
    if (version.version !== current) yield await pageOfVersion(making, version, { before, history: [] });
  }
}

const versionsOf = ({ source: { db, sessionId, sections }, note }: NotePageContext): AsyncGenerator<NoteVersion> =>
  eachOf((page) => sections.noteVersions(db, sessionId, note.about.id, page), pageOf.large);

const pageOfVersion = async (
  making: NotePageContext,
  version: NoteVersion,
  { before, history }: { before: string | undefined; history: readonly VersionFacts[] },
): Promise<SitePage> => {
  const { renderer, link, note, seats } = making;
  const path = pathOfVersion(note, version.version);
  const isPast = version.version !== note.about.version;
  const agents = seats.map(({ agentId }) => agentId);
  const [words = { text: '', html: undefined }] = await renderer.markdown([version.content], agents);
  const shown = await renderer.views({
    kind: 'note',
    note: note.about,
    version: withoutContent(version),
    words,
    changes: await changesOf(before, version, renderer),
    links: { notes: new Map([[note.about.id, link(path, note.path)]]) },
  });
  return {
    path,
    tab: 'notes',
    title: isPast ? `${version.title} (version ${String(version.version)})` : note.about.title,
    isPast,
    body: history.length === 0 ? shown : markup`${shown}${await historyRows(making, history, path)}`,
  };
};

const historyRows = (
  { renderer, link, note, seats }: NotePageContext,
  history: readonly VersionFacts[],
  from: string,
): Promise<Markup[]> => {
  const linkTo = ({ noteId, version }: VersionFacts) =>
    [versionKey(noteId, version), link(from, pathOfVersion(note, version))] as const;
  return renderRows(
    history,
    (versions, start) => ({
      kind: 'history',
      versions,
      isFirst: start === 0,
      seats,
      links: { notes: new Map(versions.map(linkTo)) },
    }),
    { renderer, none: '' },
  );
};

/** The difference from the version before; undefined without one, or if the comparison takes too long. */
const changesOf = async (
  before: string | undefined,
  { content, version }: NoteVersion,
  renderer: Renderer,
): Promise<Changes | undefined> => {
  const changes = before === undefined ? undefined : await renderer.changes(before, content);
  return changes && { since: version - 1, ...changes };
};
