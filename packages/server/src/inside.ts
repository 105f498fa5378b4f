/** For benchmarks that fill the database by the service's own operations. Not for users. */
export type { AgentCaller } from './access/caller.ts';
export type { ScoresRow } from './agents/agent-store.ts';
export { ratingOrder } from './agents/rating-order.ts';
export { saveProfile } from './agents/save-profile.ts';
export { postMessage } from './messages/post-message.ts';
export { createSession } from './sessions/create-session.ts';
export { openPostgres } from './storage/postgres/open.ts';
export { openSqlite } from './storage/sqlite/open.ts';
export type { Storage } from './storage/storage.ts';
