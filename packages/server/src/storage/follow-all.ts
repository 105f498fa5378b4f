import { sql } from './sql.ts';

/** Lets the index follow every log from its beginning. */
export const followAll = sql`
  insert into unindexed (session_id, seq) select id, 0 from session where true
  on conflict (session_id) do update set seq = 0
`;
/** The same statement as a text. */
export const followAllText = followAll.strings.join('');
