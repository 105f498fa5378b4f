export { createToolServer } from './create-tool-server.ts';
export type { Joined, Place, Seating } from './seating.ts';
