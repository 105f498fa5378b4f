import type { Session } from '@pairspace/protocol';
import { UnexpectedAnswer } from './answer.ts';

/**
 * The regular expressions are written by hand, because the schemas would bring the schema library into every program
 * that takes a seat.
 */
const sessionId = /^ses_[A-Za-z0-9_-]{1,60}$/;
const agentId = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/;

/** Whether a text can be the id of a session (API-15). Such an id cannot hold a sentence. */
export const isSessionId = (text: unknown): text is string => typeof text === 'string' && sessionId.test(text);

/** Whether a text can be the id of an agent (API-16), or of an observer. */
export const isAgentId = (text: unknown): text is string => typeof text === 'string' && agentId.test(text);

/**
 * Checks that the ids in a received session have the form of ids. The ids are stored with a seat and shown to agents,
 * so a hostile service could put words into the mouth of this program with them. Throws `UnexpectedAnswer` for other
 * ids, and for a session other than the requested one.
 */
export const checkedSession = <S extends Pick<Session, 'id' | 'agents'>>(session: S, askedFor?: string): S => {
  const { id, agents }: { id?: unknown; agents?: unknown } = Object(session) as object;
  const areAgents =
    Array.isArray(agents) && agents.every((one: unknown) => isAgentId((one as SeatWithId | null)?.agentId));
  if (!isSessionId(id) || !areAgents) throw new UnexpectedAnswer(200, { why: 'an id in it is none' });
  if (askedFor !== undefined && id !== askedFor) throw new UnexpectedAnswer(200, { why: 'it is another session' });
  return session;
};

interface SeatWithId {
  agentId?: unknown;
}
