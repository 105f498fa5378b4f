import type { SiteViews } from '@pairspace/protocol/site';

/** `npm run build:viewer` writes the file, and the package contains it. */
const viewsFile = new URL('../../../viewer/site-views.js', import.meta.url);

/** The components of the page, as functions that return HTML. */
export const loadViews = async (): Promise<SiteViews> => (await import(viewsFile.href)) as SiteViews;
