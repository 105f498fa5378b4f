import { invalid, ServiceError, type SessionState, type stateParts } from '@pairspace/protocol';
import type { SessionHead } from '../access/session-head.ts';
import type { Queries } from '../storage/storage.ts';
import { findPastSession } from './past-session.ts';

/** The parts that the slices give to the state of a session after an event. */
export type StateParts = {
  readonly [Name in keyof typeof stateParts]: (
    db: Queries,
    sessionId: string,
    seq: number,
  ) => Promise<SessionState[Name]>;
};

/** A session as it was after an event, by default the newest one (TIME-2 to TIME-4). */
export const getState = async (
  db: Queries,
  parts: StateParts,
  { id: sessionId, lastSeq }: SessionHead,
  seq = lastSeq,
): Promise<SessionState> => {
  if (seq > lastSeq) throw invalid('query.seq', `must be at most ${String(lastSeq)}, the newest event`);
  const session = await findPastSession(db, sessionId, seq);
  if (!session) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  const read: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(parts)) read[name] = await part(db, sessionId, seq);
  return { sessionId, seq, session, agents: session.agents, ...(read as Pick<SessionState, keyof StateParts>) };
};
