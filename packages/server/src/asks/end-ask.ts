import {
  type Actor,
  type Ask,
  type AskOption,
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
import { type AskRow, getAskRow, presentAsk, saveEnd, selectAsks } from './ask-store.ts';
import { type Answerer, assertMayAnswer, isVouched } from './policy.ts';

type End = Pick<AskRow, 'status'> & Partial<Pick<AskRow, 'answer'>>;

/** Every ask ends through this function. It writes the event, the row, and the inbox entry of the agent that asked. */
export const endAsk = async (tx: Transaction, row: AskRow, end: End, actor: Actor): Promise<Ask> => {
  const after: AskRow = { ...row, ...end, ended_at: tx.now };
  const { session_id: sessionId, asker_id: agentId } = row;
  const isByAsker = actor.kind === 'agent' && actor.id === agentId;
  const isSeated = await tx.get`select 1 as one from seat where session_id = ${sessionId} and agent_id = ${agentId}`;
  const concerns = isByAsker || !isSeated ? [] : [{ agentId, reason: 'answer' } as const];
  const bytes = utf8Bytes(after.answer) - utf8Bytes(row.answer);
  const { seq, entity } = await appendEvent(
    tx,
    { sessionId, event: 'ask.ended', actor, concerns, bytes },
    presentAsk(after),
  );
  saveEnd(tx, { ...after, seq });
  return entity;
};

const ended = (row: AskRow): ServiceError =>
  conflict('ask_ended', `The ask has ended: it is ${row.status}.`, { ask: presentAsk(row) });

/** Refuses an answer to an ask whose time is over, but which the watch has not ended yet. */
export class AskIsDue extends Error {}

/** Answers an ask. The first valid answer counts (ASK-8). */
export const answerAsk = async (
  tx: Transaction,
  caller: Answerer,
  { sessionId, askId }: { sessionId: string; askId: string },
  body: BodyOf<Endpoints['answerAsk']>,
): Promise<Ask> => {
  const row = await getAskRow(tx, sessionId, askId);
  assertMayAnswer(caller, row);
  await getOpenSession(tx, sessionId);
  if (row.status !== 'open') throw ended(row);
  if (row.expires_at <= tx.now) throw new AskIsDue();
  assertFits(row, body);
  const actor = actingAs(caller);
  const answer: Ask['answer'] = {
    optionId: body.optionId ?? null,
    text: body.text ?? null,
    by: actor,
    vouched: isVouched(caller),
    at: isoTime(tx.now),
  };
  return endAsk(tx, row, { status: 'answered', answer: JSON.stringify(answer) }, actor);
};

const assertFits = (row: AskRow, { optionId, text }: BodyOf<Endpoints['answerAsk']>): void => {
  const options = JSON.parse(row.options) as AskOption[];
  if (text !== undefined && row.free_text === 0) throw invalid('body.text', 'was not asked for');
  if (optionId !== undefined && !options.some(({ id }) => id === optionId)) {
    throw invalid('body.optionId', 'is no option of this ask');
  }
  if (options.length > 0 && optionId === undefined) throw invalid('body.optionId', 'must name an option of this ask');
  if (options.length === 0 && text === undefined) throw invalid('body.text', 'is needed: this ask has no options');
};

/** Withdraws an ask of the caller, which ends without an answer (ASK-10). */
export const withdrawAsk = async (tx: Transaction, caller: AgentCaller, askId: string): Promise<Ask> => {
  const row = await getAskRow(tx, caller.sessionId, askId);
  if (row.asker_id !== caller.agentId) throw new ServiceError('FORBIDDEN', 'Only the agent that asked may do this.');
  await getOpenSession(tx, caller.sessionId);
  if (row.status !== 'open') throw ended(row);
  return endAsk(tx, row, { status: 'withdrawn' }, actorOf(caller));
};

/** Withdraws the open asks of a session that is completed, or of an agent that is removed from it (ASK-10). */
export const withdrawAsks = async (
  tx: Transaction,
  { sessionId, agentId }: { sessionId: string; agentId?: string },
  actor: Actor,
): Promise<void> => {
  const ofAgent = agentId === undefined ? sql`` : sql` and asker_id = ${agentId}`;
  const rows = await selectAsks(tx, sql`session_id = ${sessionId} and status = 'open'${ofAgent} order by created_seq`);
  for (const row of rows) {
    await endAsk(tx, row, { status: 'withdrawn' }, actor);
    await tx.takeTurn();
  }
};
