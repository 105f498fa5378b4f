import type { OpenRequest } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';

interface AskingRow {
  seq: number;
  at: number;
  actor_name: string;
  msg_type: string;
}

const mostCounted = 100;

interface Asked {
  sessionId: string;
  agentId: string;
  /** The newest event that the agent wrote. */
  since: number;
}

/** The requests to an agent after the event `since`; null without one (INB-16). */
export const findWaiting = async (db: Queries, { sessionId, agentId, since }: Asked): Promise<OpenRequest | null> => {
  const rows = await db.all<AskingRow>`
    select inbox.seq, at, actor_name, msg_type from inbox
    join event on event.session_id = inbox.session_id and event.seq = inbox.seq
    where inbox.session_id = ${sessionId} and inbox.agent_id = ${agentId} and inbox.seq > ${since}
      and (replace(named, ${JSON.stringify(agentId)}, '') <> named or (named is null and msg_type = 'handoff' and actor_kind <> 'observer' and 2 = (
        select count(*) from seat where session_id = ${sessionId}
      )))
    order by inbox.seq limit ${mostCounted}
  `;
  const [oldest] = rows;
  if (!oldest) return null;
  const { seq, at, actor_name: from, msg_type: msgType } = oldest;
  return { messages: rows.length, seq, since: isoTime(at), from, msgType };
};
