import { type Checkpoint, type SiteManifest, siteManifestPath, visibleLine } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { jsonPieces } from '../../lib/json-pieces.ts';
import { type Markup, markup } from '../../lib/markup.ts';
import { pageFrame } from '../../lib/page-frame.ts';
import { readAhead } from '../../lib/read-ahead.ts';
import { checkpointAt, type DocumentSigner } from '../document-signer.ts';
import { logPages } from './log-pages.ts';
import { type Outline, readOutline } from './outline.ts';
import type { SiteSource } from './site-source.ts';
import type { Renderer } from './render-thread.ts';
import type { SiteFile } from './site-file.ts';
import { type LinkTo, pathOfTab, type SitePage, type Tab } from './site-page.ts';
import { sitePages } from './site-pages.ts';
import type { SiteTab, SiteView } from '@pairspace/protocol/site';

/** The inputs of a site. */
export interface Site extends SiteSource {
  renderer: Renderer;
  /** The style sheet of all pages. */
  style: string;
  signer: DocumentSigner;
  exportedAt: string;
}

/** The session as files that open from disk, one at a time; the last one is the signed manifest (EXP-4, CHN-7). */
export async function* staticSite(site: Site): AsyncGenerator<SiteFile> {
  const { db, sessionId, exportedAt, signer } = site;
  const outline = await readOutline(site);
  const seq = outline.session.lastSeq;
  const checkpoint = await checkpointAt(db, { sessionId, seq, exportedAt }, signer);
  const members: Record<string, string> = {};
  for await (const file of readAhead(filesOf(site, outline, checkpoint))) {
    members[file.path] = hash('sha256', file.text);
    yield file;
  }
  const manifest: SiteManifest = {
    format: 'pairspace.site',
    version: 1,
    ...signer.manifest('site', { sessionId, seq, members }),
    checkpoint,
  };
  yield { path: siteManifestPath, text: `${JSON.stringify(manifest, null, 2)}\n` };
}

async function* filesOf(site: Site, outline: Outline, checkpoint: Checkpoint): AsyncGenerator<SiteFile> {
  yield { path: stylePath, text: site.style };
  const log = logPages(site.db, site.sessionId, outline.session.lastSeq);
  const foot = await site.renderer.views(footOf(outline, { ...site, checkpoint }));
  for await (const page of sitePages(site, outline, { renderer: site.renderer, link: relativeLink })) {
    yield { path: page.path, text: (await pageHtml(page, outline, site.renderer, foot)).text };
    // A page of the log is packed while the next page is rendered.
    const ofLog = await log.next();
    if (ofLog.done !== true) yield ofLog.value;
  }
  yield* log;
}

const stylePath = 'style.css';

const relativeLink: LinkTo = (from, to, id) =>
  '../'.repeat(from.split('/').length - 1) + to + (id === undefined ? '' : `#${id}`);

const pageHtml = async (
  { path, tab, title, body, hasPicture = false }: SitePage,
  outline: Outline,
  renderer: Renderer,
  foot: Markup,
): Promise<Markup> => {
  const { name: session } = outline.session;
  const isFirst = path === pathOfTab.overview;
  const { head, tail } = pageFrame({
    title: isFirst ? visibleLine(session) : `${visibleLine(title)} – ${visibleLine(session)}`,
    style: { href: relativeLink(path, stylePath) },
    holdsPictures: hasPicture,
  });
  const top = await renderer.views({
    kind: 'top',
    session,
    title: isFirst ? undefined : title,
    tabs: tabsOf(path, tab, outline),
  });
  return markup`${head}${top}<main>
${body}
</main>
${foot}
${tail}`;
};

const tabsOf = (path: string, current: Tab, { tasks, asks, notes, files, jobs, session }: Outline): SiteTab[] => {
  const tabs: readonly (readonly [Tab, string, number?])[] = [
    ['overview', 'Overview'],
    ['tasks', 'Tasks', tasks.length],
    ['asks', 'Asks', asks.length],
    ['notes', 'Notes', notes.length],
    ['files', 'Files', files.length],
    ['jobs', 'Jobs', jobs.size],
    ['people', 'People', session.agents.length],
  ];
  return tabs.map(([tab, says, count]) => ({
    href: relativeLink(path, pathOfTab[tab]),
    says,
    ...(count !== undefined && { count }),
    isCurrent: tab === current,
  }));
};

/** The origin of a site. */
interface SiteOrigin {
  exportedAt: string;
  checkpoint: Checkpoint;
}

export const footOf = ({ session }: Outline, { exportedAt, checkpoint }: SiteOrigin): SiteView => ({
  kind: 'foot',
  session,
  exportedAt,
  checkpoint,
});

/** The files as the JSON text of a map from path to text. */
export async function* siteMap(files: AsyncIterable<SiteFile>): AsyncGenerator<string> {
  let separator = '{';
  for await (const { path, text } of files) {
    yield `${separator}${JSON.stringify(path)}:`;
    yield* jsonPieces(text);
    separator = ',';
  }
  yield '}';
}
