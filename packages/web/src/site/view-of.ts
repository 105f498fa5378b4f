import type { SiteView } from '@pairspace/protocol/site';

/** The data of one kind of view. */
export type ViewOf<Kind extends SiteView['kind']> = Extract<SiteView, { kind: Kind }>;
