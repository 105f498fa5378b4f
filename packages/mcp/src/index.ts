export { createToolServer } from './create-tool-server.ts';
export type { CallMeta, JoinAnswer as Joined, HeldSeat, SeatedAgent, Seating } from './seating.ts';
export type { ViewPage } from './view/view-resource.ts';
