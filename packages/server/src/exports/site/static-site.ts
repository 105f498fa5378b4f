import { timeHtml } from '../../events/entry-html.ts';
import { type Markup, markup } from '../../lib/markup.ts';
import { pageFrame } from '../../lib/page-frame.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import { nameHtml } from './facts.ts';
import { type Outline, readOutline, type SiteSource } from './outline.ts';
import type { Renderer } from './render-thread.ts';
import { type LinkTo, pathOfTab, type SitePage, type Tab } from './site-page.ts';
import { sitePages } from './site-pages.ts';
import { siteStyle } from './site-style.ts';

/** What a site is made from, and with. */
export interface Site extends SiteSource {
  renderer: Renderer;
  exportedAt: string;
}

export interface SiteFile {
  path: string;
  text: string;
}

/** The session as files that open from disk, one at a time (EXP-4). */
export async function* staticSite({ renderer, exportedAt, ...source }: Site): AsyncGenerator<SiteFile> {
  const outline = await readOutline(source);
  yield { path: stylePath, text: siteStyle };
  for await (const page of sitePages(source, outline, renderer, relativeLink)) {
    yield { path: page.path, text: pageHtml(page, outline, exportedAt).text };
  }
}

const stylePath = 'style.css';

const relativeLink: LinkTo = (from, to, id) =>
  '../'.repeat(from.split('/').length - 1) + to + (id === undefined ? '' : `#${id}`);

const pageHtml = ({ path, tab, title, body }: SitePage, outline: Outline, exportedAt: string): Markup => {
  const session = visibleLine(outline.session.name);
  const isFirst = path === pathOfTab.overview;
  const { head, tail } = pageFrame({
    title: isFirst ? session : `${visibleLine(title)} – ${session}`,
    style: { href: relativeLink(path, stylePath) },
  });
  return markup`${head}<header class="top">
${!isFirst && markup`<p class="session">${nameHtml(outline.session.name)}</p>`}
<h1>${nameHtml(isFirst ? outline.session.name : title)}</h1>
</header>
${tabsHtml(path, tab, outline)}<main>
${body}</main>
${footerHtml(outline, exportedAt)}${tail}`;
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

export const footerHtml = ({ session }: Outline, exportedAt: string): Markup =>
  markup`<footer>Session <code>${session.id}</code> as it was at event ${session.lastSeq}. Exported ${timeHtml(exportedAt)} UTC by Pairspace.</footer>
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
