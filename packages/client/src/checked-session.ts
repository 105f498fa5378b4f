import type { Session } from '@pairspace/protocol';
import { UnexpectedAnswer } from './answer.ts';

// By hand, as the envelope is: the schemas would bring the whole schema library into every program that takes a seat.
const sessionId = /^ses_[A-Za-z0-9_-]{1,60}$/;
const agentId = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/;

/** Whether a text can be the id of a session (API-15), which has no room for a word. */
export const isSessionId = (text: unknown): text is string => typeof text === 'string' && sessionId.test(text);

/** Whether a text can be the id of an agent (API-16), or of an observer. */
export const isAgentId = (text: unknown): text is string => typeof text === 'string' && agentId.test(text);

/**
 * A session that a service has answered, whose ids are ids: they are kept with a seat and told to agents, so a service
 * could put words into the mouth of this program with them. Where one session was asked for, the answer is that one. Any
 * other is thrown as `UnexpectedAnswer`.
 */
export const checkedSession = <S extends Pick<Session, 'id' | 'agents'>>(session: S, askedFor?: string): S => {
  const { id, agents }: { id?: unknown; agents?: unknown } = Object(session) as object;
  const areAgents = Array.isArray(agents) && agents.every((one: unknown) => isAgentId((one as Named | null)?.agentId));
  if (!isSessionId(id) || !areAgents) throw new UnexpectedAnswer(200, { why: 'an id in it is none' });
  if (askedFor !== undefined && id !== askedFor) throw new UnexpectedAnswer(200, { why: 'it is another session' });
  return session;
};

interface Named {
  agentId?: unknown;
}
