import {
  type Actor,
  type Ask,
  type BodyOf,
  conflict,
  type Endpoints,
  invalid,
  ServiceError,
  utf8Bytes,
} from '@pairspace/protocol';
import { actingAs, actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import { isoTime } from '../lib/clock.ts';
import { sql } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { getAsk, presentAsk, selectAsks } from './ask-store.ts';
import { type Answerer, assertMayAnswer, isVouched } from './policy.ts';

type End = Pick<Ask, 'status'> & Partial<Pick<Ask, 'answer'>>;

/** Every ask ends through this function. It writes the event and the inbox entry of the agent that asked. */
export const endAsk = async (tx: Transaction, ask: Ask, end: End, actor: Actor): Promise<Ask> => {
  const { sessionId } = ask;
  const { agentId } = ask.askedBy;
  const isByAsker = actor.kind === 'agent' && actor.id === agentId;
  const isSeated = await tx.get`select 1 as one from seat where session_id = ${sessionId} and agent_id = ${agentId}`;
  const concerns = isByAsker || !isSeated ? [] : [{ agentId, reason: 'answer' } as const];
  const bytes = end.answer ? utf8Bytes(JSON.stringify(end.answer)) : 0;
  const change = { sessionId, event: 'ask.ended', actor, concerns, bytes } as const;
  return (await appendEvent(tx, change, { ...ask, ...end, endedAt: isoTime(tx.now) })).entity;
};

const ended = (ask: Ask): ServiceError => conflict('ask_ended', `The ask has ended: it is ${ask.status}.`, { ask });

/** Refuses an answer to an ask whose time is over, but which the watch has not ended yet. */
export class AskIsDue extends Error {}

/** Answers an ask. The first valid answer counts (ASK-8). */
export const answerAsk = async (
  tx: Transaction,
  caller: Answerer,
  { sessionId, askId }: { sessionId: string; askId: string },
  body: BodyOf<Endpoints['answerAsk']>,
): Promise<Ask> => {
  const ask = await getAsk(tx, sessionId, askId);
  assertMayAnswer(caller, ask);
  await getOpenSession(tx, sessionId);
  if (ask.status !== 'open') throw ended(ask);
  if (Date.parse(ask.expiresAt) <= tx.now) throw new AskIsDue();
  assertFits(ask, body);
  const actor = actingAs(caller);
  const answer: Ask['answer'] = {
    optionId: body.optionId ?? null,
    text: body.text ?? null,
    by: actor,
    vouched: isVouched(caller),
    at: isoTime(tx.now),
  };
  return endAsk(tx, ask, { status: 'answered', answer }, actor);
};

const assertFits = ({ options, freeText }: Ask, { optionId, text }: BodyOf<Endpoints['answerAsk']>): void => {
  if (text !== undefined && !freeText) throw invalid('body.text', 'was not asked for');
  if (optionId !== undefined && !options.some(({ id }) => id === optionId)) {
    throw invalid('body.optionId', 'is no option of this ask');
  }
  if (options.length > 0 && optionId === undefined) throw invalid('body.optionId', 'must name an option of this ask');
  if (options.length === 0 && text === undefined) throw invalid('body.text', 'is needed: this ask has no options');
};

/** Withdraws an ask of the caller, which ends without an answer (ASK-10). */
export const withdrawAsk = async (tx: Transaction, caller: AgentCaller, askId: string): Promise<Ask> => {
  const ask = await getAsk(tx, caller.sessionId, askId);
  if (ask.askedBy.agentId !== caller.agentId)
    throw new ServiceError('FORBIDDEN', 'Only the agent that asked may do this.');
  await getOpenSession(tx, caller.sessionId);
  if (ask.status !== 'open') throw ended(ask);
  return endAsk(tx, ask, { status: 'withdrawn' }, actorOf(caller));
};

/** Withdraws the open asks of a session that is completed, or of an agent that is removed from it (ASK-10). */
export const withdrawAsks = async (
  tx: Transaction,
  { sessionId, agentId }: { sessionId: string; agentId?: string },
  actor: Actor,
): Promise<void> => {
  const open = await selectAsks(tx, sessionId, sql`data ->> 'status' = 'open' order by created_seq`);
  for (const ask of open.map(presentAsk)) {
    if (agentId !== undefined && ask.askedBy.agentId !== agentId) continue;
    await endAsk(tx, ask, { status: 'withdrawn' }, actor);
    await tx.takeTurn();
  }
};
