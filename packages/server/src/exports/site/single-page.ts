import { markup } from '../../lib/markup.ts';
import { pageFrame, servedPageHeaders } from '../../lib/page-frame.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import { checkpointAt } from '../document-signer.ts';
import { nameHtml } from './facts.ts';
import { readOutline } from './outline.ts';
import { type LinkTo, pathOfTab, type Tab } from './site-page.ts';
import { sitePages } from './site-pages.ts';
import { siteStyle } from './site-style.ts';
import { footerHtml, type Site } from './static-site.ts';

const style = { text: siteStyle };

/** What the page is sent with. */
export const singlePageHeaders = servedPageHeaders(style, { holdsPictures: true });

/** The same pages below one another on one page that needs nothing else, piece by piece (EXP-5). */
export async function* singlePage(site: Site): AsyncGenerator<string> {
  const { db, sessionId, renderer, exportedAt, signer } = site;
  const outline = await readOutline(site);
  const { name, lastSeq: seq } = outline.session;
  const checkpoint = await checkpointAt(db, { sessionId, seq, exportedAt }, signer);
  const { head, tail } = pageFrame({ title: visibleLine(name), style, holdsPictures: true });
  yield markup`${head}<header class="top"><h1>${nameHtml(name)}</h1></header>
<nav class="tabs" aria-label="Parts of the session">
${tabs.map(([tab, title]) => markup`<a href="${anchorLink('', pathOfTab[tab])}">${title}</a>\n`)}</nav>
<main class="whole">
`.text;
  for await (const { path, title, body, isPast } of sitePages(site, outline, renderer, anchorLink)) {
    const id = anchorOf(path);
    const isFirst = path === pathOfTab.overview;
    yield (
      isPast
        ? markup`<details id="${id}"><summary>${visibleLine(title)}</summary>
${body}</details>
`
        : markup`<section id="${id}">${!isFirst && markup`<h2>${nameHtml(title)}</h2>`}
${body}</section>
`
    ).text;
  }
  yield markup`</main>
${footerHtml(outline, { exportedAt, checkpoint })}${tail}`.text;
}

const tabs: readonly (readonly [Tab, string])[] = [
  ['overview', 'Overview'],
  ['notes', 'Notes'],
  ['files', 'Files'],
  ['jobs', 'Jobs'],
  ['people', 'People'],
];

const anchorOf = (path: string): string => `page-${path.replace(/\.html$/, '').replace(/[^a-z0-9]+/g, '-')}`;

const anchorLink: LinkTo = (_, to, id) => `#${id ?? anchorOf(to)}`;
