export { createToolServer } from './create-tool-server.ts';
export type { CallMeta, Joined, SeatedAgent, Seating } from './seating.ts';
export type { ViewPage } from './view/view-resource.ts';
