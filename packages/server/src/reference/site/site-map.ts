import type { Markup } from '../page/markup.ts';

/** A place of the reference that links lead to. */
export interface Place {
  path: string;
  title: string;
}

/** An entry of the navigation beneath the open page. */
export interface Anchor {
  id: string;
  label: string | Markup;
}

export interface SitePage extends Place {
  /** A sentence for lists and search engines. */
  about: string;
  /** The page that this one is a part of. */
  parent?: Place;
  anchors: readonly Anchor[];
  parts?: readonly SitePage[];
  content: () => Promise<Markup> | Markup;
}

/** Pages that the navigation lists together. */
export interface Chapter {
  title: string;
  pages: readonly SitePage[];
}

/** All pages in the order in which they are read. */
export const pagesOf = (chapters: readonly Chapter[]): SitePage[] =>
  chapters.flatMap(({ pages }) => pages.flatMap((page) => [page, ...(page.parts ?? [])]));

/**
 * Resolves links by name alone (`#Message`). A name on another page becomes the address there. Texts of others cannot
 * contain such a link, because in text the quotation mark is escaped.
 */
export const linkAcross = (html: string, places: ReadonlyMap<string, string>): string => {
  const here = new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id));
  return html.replace(/ href="#([^"]+)"/g, (link, name: string) => {
    const address = here.has(name) ? undefined : places.get(name);
    return address === undefined ? link : ` href="${address}"`;
  });
};
