import { randomUUID } from 'node:crypto';
import type { Caller } from './caller.ts';
import { declare } from './rule.ts';
import type { RuleContext } from './rule-context.ts';
import type { SessionFixture } from './session-fixture.ts';

/** An agent that holds the key of its profile. */
export interface KeyHolder {
  agentId: string;
  agentKey: string;
  /** The caller with the key as its bearer token. */
  me: Caller;
}

export const aKeyHolder = async ({ nobody }: Pick<RuleContext, 'nobody'>): Promise<KeyHolder> => {
  const agentId = `key-${randomUUID()}`;
  const { agentKey = '' } = await nobody.ok('saveProfile', { body: { agentId, name: 'Kay', protect: true } });
  return { agentId, agentKey, me: nobody.as(agentKey) };
};

interface JoinedSession extends SessionFixture {
  /** The caller with the token of the seat. */
  seat: Caller;
  code: string;
}

/** A session in which the holder of the key has the third seat. */
export const joinedBy = async (
  { aSession }: Pick<RuleContext, 'aSession'>,
  { me, agentId }: KeyHolder,
  given: Record<string, unknown> = {},
): Promise<JoinedSession> => {
  const fixture = await aSession({ maxAgents: 4, ...given });
  const { inviteCode, id, stranger } = fixture;
  const joined = await me.in(id).ok('joinSession', { body: { inviteCode, agentId } });
  return { ...fixture, seat: stranger.as(joined.agentToken), code: joined.recoveryCode ?? '' };
};

/** Declares a test with an agent that holds its key, and takes seats in sessions. */
export const keyRule = declare(async (context: RuleContext) => {
  const holder = await aKeyHolder(context);
  const joined = (given?: Record<string, unknown>) => joinedBy(context, holder, given);
  return { ...context, ...holder, holder, joined };
});
