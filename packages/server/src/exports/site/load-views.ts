import type { SiteViews } from '@pairspace/protocol/site';

/** `npm run build:viewer` writes it, and the package ships it. */
const viewsFile = new URL('../../../viewer/site-views.js', import.meta.url);

/** The components of the page, as functions that make HTML. */
export const loadViews = async (): Promise<SiteViews> => (await import(viewsFile.href)) as SiteViews;
