import { type Guide, guidePath } from '../guides/guide-list.ts';
import type { GuideLinks } from '../guides/guide-links.ts';
import type { GuidePart } from '../guides/cut-guide.ts';
import type { ReadGuide } from '../guides/read-guides.ts';
import { type Markup, markup } from '../page/markup.ts';
import type { Chapter, SitePage } from './site-map.ts';

/** The guides as chapters: those for callers, and those for operators. */
export const guideChapters = (guides: readonly ReadGuide[], links: GuideLinks): Chapter[] => {
  const of = (readers: Guide['readers']): SitePage[] =>
    guides.filter(({ guide }) => guide.readers === readers).map((guide) => guidePages(guide, links));
  return [
    { title: 'Guides', pages: of('callers') },
    { title: 'For operators', pages: of('operators') },
  ].filter(({ pages }) => pages.length > 0);
};

const guidePages = ({ guide, parts: [first, ...others] }: ReadGuide, links: GuideLinks): SitePage => {
  const place = { path: guidePath(guide), title: guide.title };
  const parts = others.map((part): SitePage => ({
    path: `${place.path}/${part.slug}`,
    title: part.title,
    about: `${guide.title}: ${part.title}`,
    parent: place,
    anchors: [],
    content: () => render(guide, part, links),
  }));
  const list =
    parts.length > 0 &&
    markup`<h2>Parts</h2>\n<ul class="names wide">${parts.map(({ path, title }) => markup`<li><a href="${path}">${title}</a></li>\n`)}</ul>`;
  return {
    ...place,
    about: guide.about,
    anchors: (first?.headings ?? []).filter(({ level }) => level === 2).map(({ id, title }) => ({ id, label: title })),
    parts,
    content: async () => markup`${first && (await render(guide, first, links))}${list}`,
  };
};

/** The library for Markdown is loaded with the first guide that somebody reads. */
const render = async ({ file }: Guide, part: GuidePart, links: GuideLinks): Promise<Markup> => {
  const { renderGuide } = await import('../guides/render-guide.ts');
  return markup`<div class="prose">${renderGuide({ part, file, links })}</div>`;
};
