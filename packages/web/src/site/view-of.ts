import type { SiteView } from '../../../server/src/exports/site/views.ts';

/** The data of one kind of view. */
export type ViewOf<Kind extends SiteView['kind']> = Extract<SiteView, { kind: Kind }>;
