import { timeHtml } from '../../events/entry-html.ts';
import { markup, type Markup, type Part } from '../../lib/markup.ts';
import { eachOf, pageOf } from '../sections.ts';
import { editorHtml, factLine, nameHtml, table } from './facts.ts';
import type { Outline, SiteSource } from './outline.ts';
import type { Renderer } from './render-thread.ts';
import { type LinkTo, pathOfTab, type SitePage } from './site-page.ts';

/** The list of notes, and for each a page with its history, and pages with what it said before. */
export async function* notePages(
  source: SiteSource,
  { notes }: Outline,
  renderer: Renderer,
  link: LinkTo,
): AsyncGenerator<SitePage> {
  yield {
    path: pathOfTab.notes,
    tab: 'notes',
    title: 'Notes',
    body:
      notes.length === 0
        ? markup`<p>There are no notes in this session.</p>`
        : table(
            ['Note', 'Version', 'Last edited by', 'Last edited'],
            notes.map(({ path, about }) => [
              markup`<a href="${link(pathOfTab.notes, path)}">${nameHtml(about.title)}</a>`,
              about.version,
              editorHtml(about.lastEditor),
              timeHtml(about.updatedAt),
            ]),
          ),
  };
  for (const note of notes) yield* pagesOfNote(source, note, renderer, link);
}

async function* pagesOfNote(
  { db, sessionId, sections }: SiteSource,
  { path, about }: Outline['notes'][number],
  renderer: Renderer,
  link: LinkTo,
): AsyncGenerator<SitePage> {
  const versions = () => eachOf((page) => sections.noteVersions(db, sessionId, about.id, page), pageOf.large);
  const pathOf = (version: number): string =>
    version === about.version ? path : path.replace(/\.html$/, `.v${String(version)}.html`);
  const rows: Part[][] = [];
  let content = '';
  let before: string | undefined;
  for await (const { version, title, content: itsContent, editor, createdAt } of versions()) {
    if (version === about.version) content = itsContent;
    if (version === about.version - 1) before = itsContent;
    const name = `Version ${String(version)}`;
    rows.push([
      version === about.version ? name : markup`<a href="${link(path, pathOf(version))}">${name}</a>`,
      nameHtml(title),
      editorHtml(editor),
      timeHtml(createdAt),
    ]);
  }
  const copied = about.copiedFrom;
  yield {
    path,
    tab: 'notes',
    title: about.title,
    body: markup`${factLine([
      `Version ${String(about.version)}`,
      markup`edited ${timeHtml(about.updatedAt)} by ${editorHtml(about.lastEditor)}`,
      about.version > 1 && markup`created ${timeHtml(about.createdAt)} by ${editorHtml(about.createdBy)}`,
      copied !== null && markup`copied from version ${copied.version} in session <code>${copied.sessionId}</code>`,
    ])}${await documentHtml(content, renderer)}${await changed(before, content, about.version, renderer)}<h2>History</h2>
${table(['Version', 'Title', 'Written by', 'Written'], rows)}`,
  };
  const older = versions()[Symbol.asyncIterator]();
  for (let step = await older.next(); !step.done;) {
    const old = step.value;
    step = await older.next();
    if (old.version === about.version) continue;
    // Versions come newest first, so the next one is what this one was written over.
    const beforeIt = step.done ? undefined : step.value.content;
    const itsPath = pathOf(old.version);
    yield {
      path: itsPath,
      tab: 'notes',
      title: `${old.title} (version ${String(old.version)})`,
      isPast: true,
      body: markup`${factLine([
        markup`Version ${old.version} of ${about.version}`,
        markup`written ${timeHtml(old.createdAt)} by ${editorHtml(old.editor)}`,
        markup`<a href="${link(itsPath, path)}">newest version</a>`,
      ])}${await documentHtml(old.content, renderer)}${await changed(beforeIt, old.content, old.version, renderer)}`,
    };
  }
}

/** What a version changed of the one before it. */
const changed = async (
  before: string | undefined,
  after: string,
  version: number,
  renderer: Renderer,
): Promise<Markup | false> => {
  if (before === undefined) return false;
  const lines = await renderer.changes(before, after);
  return (
    lines !== undefined &&
    markup`<h2>Changed since version ${version - 1}</h2>
${lines}`
  );
};

const documentHtml = async (content: string, renderer: Renderer): Promise<Markup> => {
  const [rendered] = await renderer.markdown([content]);
  return content.trim() === ''
    ? markup`<p class="soft">This note is empty.</p>
`
    : markup`<article class="document words" dir="auto">
${rendered}</article>
`;
};
