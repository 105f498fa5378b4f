import { ServiceError } from '@pairspace/protocol';
import { readFile } from 'node:fs/promises';
import type { SiteViews } from './views.ts';

/** `npm run build:viewer` writes both, and the package ships them. */
const viewsFile = new URL('../../../viewer/site-views.js', import.meta.url);
const styleFile = new URL('../../../viewer/site.css', import.meta.url);

/** The components of the page, as functions that make HTML. */
export const loadViews = async (): Promise<SiteViews> => (await import(viewsFile.href)) as SiteViews;

/** What all pages of a site look like. */
export const readSiteStyle = async (): Promise<string> => {
  try {
    return await readFile(styleFile, 'utf8');
  } catch (cause) {
    throw new ServiceError('UNAVAILABLE', 'The site’s views are not built. Run: npm run build:viewer', { cause });
  }
};
