import { type Markup, markup } from '../page/markup.ts';
import type { Chapter, Place, SitePage } from './site-map.ts';

interface Layout {
  page: SitePage;
  chapters: readonly Chapter[];
  previous: Place | undefined;
  next: Place | undefined;
  /** Whether the script was built. */
  hasScript: boolean;
  content: Markup;
}

/** The frame around the content of a page: head, search, navigation, the way back, and the pages beside it. */
export const layout = ({ page, chapters, previous, next, hasScript, content }: Layout): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${page.parent === undefined && page.path === '/docs' ? 'Pairspace reference' : `${page.title} · Pairspace reference`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${page.about}">
<link rel="service-desc" type="application/json" href="/api/openapi.json">
<link rel="stylesheet" href="/docs/reference.css">
${hasScript && markup`<script type="module" src="/docs/reference.js"></script>`}
</head>
<body>
<a class="skip" href="#content">To the content</a>
${topBar}
<div class="page">
${navigation(chapters, page)}
<main id="content">
${trail(page)}
<h1>${page.title}</h1>
${content}
${pager(previous, next)}
</main>
</div>
</body>
</html>
`.text;

/** The search is shown by the script that works it; without one the navigation leads everywhere. */
const topBar = markup`<header class="bar">
<p class="brand"><a href="/docs">Pairspace <span>reference</span></a></p>
<search hidden>
<input type="search" id="search" role="combobox" aria-label="Search the reference" aria-controls="found" aria-expanded="false" aria-autocomplete="list" placeholder="Search" autocomplete="off" spellcheck="false" maxlength="200">
<kbd aria-hidden="true">/</kbd>
<div id="found" role="listbox" aria-label="Results" hidden></div>
<p class="unseen" role="status"></p>
</search>
<button type="button" class="menu" popovertarget="contents">Contents</button>
</header>`;

const navigation = (
  chapters: readonly Chapter[],
  page: SitePage,
): Markup => markup`<nav id="contents" aria-label="Contents" popover>
${chapters.map(
  ({ title, pages }) => markup`<p class="part">${title}</p>
<ul>${pages.map((one) => entry(one, page))}</ul>
`,
)}<p class="part">For programs</p>
<ul><li><a href="/api/openapi.json">OpenAPI 3.1</a></li><li><a href="/llms.txt">llms.txt</a></li></ul>
</nav>`;

const entry = (one: SitePage, open: SitePage): Markup => {
  const isOpen = one.path === open.path;
  const parts = isOpen || one.path === open.parent?.path ? (one.parts ?? []) : [];
  const inner = [
    ...(isOpen ? one.anchors.map(({ id, label }) => markup`<li><a href="#${id}">${label}</a></li>`) : []),
    ...parts.map((part) => markup`<li>${link(part, part.path === open.path)}</li>`),
  ];
  return markup`<li>${link(one, isOpen)}${inner.length > 0 && markup`\n<ul>${inner}</ul>`}</li>
`;
};

const link = ({ path, title }: Place, isOpen: boolean): Markup =>
  markup`<a href="${path}"${isOpen && markup` aria-current="page"`}>${title}</a>`;

const trail = ({ path, parent, title }: SitePage): Markup | undefined => {
  if (path === '/docs') return undefined;
  const above = [{ path: '/docs', title: 'Reference' }, ...(parent ? [parent] : [])];
  return markup`<nav class="trail" aria-label="Breadcrumb"><ol>${above.map((place) => markup`<li>${link(place, false)}</li>`)}<li aria-current="page">${title}</li></ol></nav>`;
};

const pager = (previous: Place | undefined, next: Place | undefined): Markup =>
  markup`<nav class="pager" aria-label="Previous and next">${
    previous && markup`<a rel="prev" href="${previous.path}"><small>Previous</small> ${previous.title}</a>`
  }${next && markup`<a rel="next" href="${next.path}"><small>Next</small> ${next.title}</a>`}</nav>`;
