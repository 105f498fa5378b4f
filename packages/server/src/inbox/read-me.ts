import type { Me } from '@pairspace/protocol';
import type { AgentKeyCaller } from '../access/caller.ts';
import { Turns } from '../lib/turns.ts';
import type { Queries } from '../storage/storage.ts';

/** The number of seats that are counted before other requests get a turn. */
const stepSeats = 1000;

interface StepRow {
  seats: number;
  total: number | null;
  for_me: number | null;
  last: string | null;
}

/** The agent of a key, with the numbers of its seats and of unread entries (ME-4). */
export const readMe = async (db: Queries, { agentId, agentName, keyLine }: AgentKeyCaller): Promise<Me> => {
  const me: Me = { agentId, agentName, seats: 0, unread: { forMe: 0, total: 0 } };
  const turns = new Turns();
  for (let after = ''; ;) {
    const step = await db.get<StepRow>`
      select count(*) as seats, cast(sum(last_seq - read_seq) as bigint) as total,
        cast(sum(case when news_at is null then 0 else (
          select ordinal from inbox where inbox.session_id = own.session_id and inbox.agent_id = ${agentId}
          order by seq desc limit 1
        ) - read_ordinal end) as bigint) as for_me, max(own.session_id) as last
      from (
        select session_id, read_seq, read_ordinal, news_at from seat
        where key_line = ${keyLine} and session_id > ${after} order by session_id limit ${stepSeats}
      ) own join session on session.id = own.session_id
    `;
    me.seats += step?.seats ?? 0;
    me.unread.total += step?.total ?? 0;
    me.unread.forMe += step?.for_me ?? 0;
    if (!step?.last || step.seats < stepSeats) return me;
    after = step.last;
    await turns.take();
  }
};
