import type { Markup } from '../../lib/markup.ts';
import type { Renderer } from './render-thread.ts';

/** A page of the site, without the frame that all pages share. */
export interface SitePage {
  /** The path in the site. */
  path: string;
  /** The tab that the page belongs to. */
  tab: Tab;
  title: string;
  body: Markup;
  /** The page contains a picture as a data URL. */
  hasPicture?: boolean;
  /** The page shows a past state. */
  isPast?: boolean;
}

/** The tools for making the pages of one site. */
export interface SiteMaker {
  renderer: Renderer;
  link: LinkTo;
}

export type Tab = 'overview' | 'tasks' | 'asks' | 'notes' | 'files' | 'jobs' | 'people';

/** Makes the relative URL from one page to another, or to an element of it. */
export type LinkTo = (from: string, to: string, id?: string) => string;

export const pathOfTab: Readonly<Record<Tab, string>> = {
  overview: 'index.html',
  tasks: 'tasks.html',
  asks: 'asks.html',
  notes: 'notes/index.html',
  files: 'files/index.html',
  jobs: 'jobs.html',
  people: 'people.html',
};
