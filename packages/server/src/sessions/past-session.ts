import type { Seat, Session } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';

const whole: ReadonlySet<string> = new Set([
  'session.created',
  'session.updated',
  'session.completed',
  'session.paused',
]);

interface Change {
  seq: number;
  event: string;
  data: string;
}

/** The session as it was after an event: as the log last told it whole, with what came since (TIME-2). */
export const findPastSession = async (db: Queries, sessionId: string, seq: number): Promise<Session | undefined> => {
  // The list of names is that of the index, word for word; without it SQLite would look through the log.
  const told = await db.get<Change>`
    select seq, event, data from event where session_id = ${sessionId} and seq <= ${seq} and event in
      ('session.created', 'session.updated', 'session.completed', 'session.paused', 'session.joined',
        'observer.joined', 'observer.removed')
      and event not in ('session.joined', 'observer.joined', 'observer.removed')
    order by seq desc limit 1
  `;
  const newest = await db.get<{ at: number }>`select at from event where session_id = ${sessionId} and seq = ${seq}`;
  if (!told || !newest || !whole.has(told.event)) return undefined;
  const since = await db.all<Change>`
    select seq, event, data from event where session_id = ${sessionId} and seq > ${told.seq} and seq <= ${seq}
      and event in
      ('session.created', 'session.updated', 'session.completed', 'session.paused', 'session.joined',
        'observer.joined', 'observer.removed')
    order by seq
  `;
  const before = JSON.parse(told.data) as Session;
  const session = since.reduce(withChange, before);
  return { ...session, lastSeq: seq, lastActivityAt: isoTime(newest.at) };
};

const withChange = (session: Session, { event, data }: Change): Session => {
  if (event === 'observer.joined') return { ...session, observerCount: session.observerCount + 1 };
  if (event === 'observer.removed') return { ...session, observerCount: session.observerCount - 1 };
  const seat = JSON.parse(data) as Seat;
  const { agentId, agentName } = seat;
  return { ...session, agents: [...session.agents, seat], partner: session.partner ?? { agentId, agentName } };
};
