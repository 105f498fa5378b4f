import type { Markup } from '../../lib/markup.ts';
import type { Renderer } from './render-thread.ts';

/** A page of the site, without what all pages have. */
export interface SitePage {
  /** Where it lies in the site. */
  path: string;
  /** The tab that it belongs to. */
  tab: Tab;
  title: string;
  body: Markup;
  /** It shows a picture, which it holds itself. */
  hasPicture?: boolean;
  /** It tells of something that is no longer so. */
  isPast?: boolean;
}

/** What the pages of one site are made with. */
export interface SiteMaker {
  renderer: Renderer;
  link: LinkTo;
}

export type Tab = 'overview' | 'notes' | 'files' | 'jobs' | 'people';

/** Makes the address by which one page leads to another, or to an element of it. */
export type LinkTo = (from: string, to: string, id?: string) => string;

export const pathOfTab: Readonly<Record<Tab, string>> = {
  overview: 'index.html',
  notes: 'notes/index.html',
  files: 'files/index.html',
  jobs: 'jobs.html',
  people: 'people.html',
};
