import { type Checkpoint, type SiteManifest, siteManifestPath } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { timeHtml } from '../../events/entry-html.ts';
import { type Markup, markup } from '../../lib/markup.ts';
import { pageFrame } from '../../lib/page-frame.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import { checkpointAt, type DocumentSigner } from '../document-signer.ts';
import { nameHtml } from './facts.ts';
import { logPages } from './log-pages.ts';
import { type Outline, readOutline, type SiteSource } from './outline.ts';
import type { Renderer } from './render-thread.ts';
import type { SiteFile } from './site-file.ts';
import { type LinkTo, pathOfTab, type SitePage, type Tab } from './site-page.ts';
import { sitePages } from './site-pages.ts';
import { siteStyle } from './site-style.ts';

/** What a site is made from, and with. */
export interface Site extends SiteSource {
  renderer: Renderer;
  signer: DocumentSigner;
  exportedAt: string;
}

/** The session as files that open from disk, one at a time; the last one says what they are, signed (EXP-4, CHN-7). */
export async function* staticSite(site: Site): AsyncGenerator<SiteFile> {
  const { db, sessionId, exportedAt, signer } = site;
  const outline = await readOutline(site);
  const seq = outline.session.lastSeq;
  const checkpoint = await checkpointAt(db, { sessionId, seq, exportedAt }, signer);
  const members: Record<string, string> = {};
  for await (const file of filesOf(site, outline, checkpoint)) {
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

async function* filesOf(site: Site, outline: Outline, checkpoint: Checkpoint | null): AsyncGenerator<SiteFile> {
  yield { path: stylePath, text: siteStyle };
  for await (const page of sitePages(site, outline, site.renderer, relativeLink)) {
    yield { path: page.path, text: pageHtml(page, outline, { ...site, checkpoint }).text };
  }
  yield* logPages(site.db, site.sessionId, outline.session.lastSeq);
}

const stylePath = 'style.css';

const relativeLink: LinkTo = (from, to, id) =>
  '../'.repeat(from.split('/').length - 1) + to + (id === undefined ? '' : `#${id}`);

const pageHtml = (
  { path, tab, title, body, hasPicture = false }: SitePage,
  outline: Outline,
  made: SiteOrigin,
): Markup => {
  const session = visibleLine(outline.session.name);
  const isFirst = path === pathOfTab.overview;
  const { head, tail } = pageFrame({
    title: isFirst ? session : `${visibleLine(title)} – ${session}`,
    style: { href: relativeLink(path, stylePath) },
    holdsPictures: hasPicture,
  });
  return markup`${head}<header class="top">
${!isFirst && markup`<p class="session">${nameHtml(outline.session.name)}</p>`}
<h1>${nameHtml(isFirst ? outline.session.name : title)}</h1>
</header>
${tabsHtml(path, tab, outline)}<main>
${body}</main>
${footerHtml(outline, made)}${tail}`;
};

const tabsHtml = (path: string, current: Tab, { notes, files, jobCount, session }: Outline): Markup => {
  const tabs: readonly (readonly [Tab, string, number?])[] = [
    ['overview', 'Overview'],
    ['notes', 'Notes', notes.length],
    ['files', 'Files', files.length],
    ['jobs', 'Jobs', jobCount],
    ['people', 'People', session.agents.length],
  ];
  return markup`<nav class="tabs" aria-label="Parts of the session">
${tabs.map(([tab, name, count]) => {
  const href = relativeLink(path, pathOfTab[tab]);
  return markup`<a href="${href}"${tab === current && markup` aria-current="page"`}>${name}${count !== undefined && markup` <small>${count}</small>`}</a>\n`;
})}</nav>
`;
};

/** How a site came about. */
interface SiteOrigin {
  exportedAt: string;
  checkpoint: Checkpoint | null;
}

export const footerHtml = ({ session }: Outline, { exportedAt, checkpoint }: SiteOrigin): Markup =>
  markup`<footer>Session <code>${session.id}</code> as it was at event ${session.lastSeq}. Exported ${timeHtml(exportedAt)} UTC by Pairspace.${checkpoint !== null && markup` That event has the hash <code>${checkpoint.hash}</code>, signed with the key <code>${checkpoint.keyId}</code>: <code>${checkpoint.signature}</code>`}</footer>
`;

/** The files as the JSON text of a map from path to text. */
export async function* siteMap(files: AsyncIterable<SiteFile>): AsyncGenerator<string> {
  let separator = '{';
  for await (const { path, text } of files) {
    yield `${separator}${JSON.stringify(path)}:${JSON.stringify(text)}`;
    separator = ',';
  }
  yield '}';
}
