import { type Markup, markup } from '../../lib/markup.ts';
import { pageFrame, servedPageHeaders } from '../../lib/page-frame.ts';
import { readAhead } from '../../lib/read-ahead.ts';
import { visibleLine } from '@pairspace/protocol';
import { checkpointAt } from '../document-signer.ts';
import { type Outline, readOutline } from './outline.ts';
import type { Renderer } from './render-thread.ts';
import { type LinkTo, pathOfTab, type SitePage, type Tab } from './site-page.ts';
import { sitePages } from './site-pages.ts';
import { footOf, type Site } from './static-site.ts';
import type { SiteTab } from '@pairspace/protocol/site';

/** The headers of the page. */
export const singlePageHeaders = (style: string): Record<string, string> =>
  servedPageHeaders({ text: style }, { holdsPictures: true });

/** All pages of the site in sequence on one self-contained page, piece by piece (EXP-4). */
export async function* singlePage(site: Site): AsyncGenerator<string> {
  const { db, sessionId, renderer, style, exportedAt, signer } = site;
  const outline = await readOutline(site);
  const { name, lastSeq: seq } = outline.session;
  const checkpoint = await checkpointAt(db, { sessionId, seq, exportedAt }, signer);
  const { head, tail } = pageFrame({ title: visibleLine(name), style: { text: style }, holdsPictures: true });
  yield markup`${head}${await renderer.views({ kind: 'top', session: name, title: undefined, tabs })}
<main class="whole">
`.text;
  yield* readAhead(sectionsOf(site, outline));
  yield markup`</main>
${await renderer.views(footOf(outline, { exportedAt, checkpoint }))}
${tail}`.text;
}

async function* sectionsOf(site: Site, outline: Outline): AsyncGenerator<string> {
  const { renderer } = site;
  for await (const page of sitePages(site, outline, { renderer, link: anchorLink })) {
    yield (await sectionHtml(page, renderer)).text;
  }
}

const sectionHtml = async ({ path, title, body, isPast }: SitePage, renderer: Renderer): Promise<Markup> => {
  const id = anchorOf(path);
  if (isPast)
    return markup`<details class="fold" id="${id}"><summary>${visibleLine(title)}</summary>
${body}</details>
`;
  const heading = path !== pathOfTab.overview && (await renderer.views({ kind: 'heading', title }));
  return markup`<section id="${id}">${heading}
${body}</section>
`;
};

const anchorOf = (path: string): string => `page-${path.replace(/\.html$/, '').replace(/[^a-z0-9]+/g, '-')}`;

const anchorLink: LinkTo = (_, to, id) => `#${id ?? anchorOf(to)}`;

const titles: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  tasks: 'Tasks',
  asks: 'Asks',
  notes: 'Notes',
  files: 'Files',
  jobs: 'Jobs',
  people: 'People',
};

const tabs = (Object.keys(titles) as Tab[]).map((tab): SiteTab => ({
  href: anchorLink('', pathOfTab[tab]),
  says: titles[tab],
  isCurrent: false,
}));
