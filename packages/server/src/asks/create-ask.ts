import {
  type Ask,
  askLimits,
  type AskOption,
  type BodyOf,
  conflict,
  type Endpoints,
  invalid,
  usualOptions,
  utf8Bytes,
} from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import { newId } from '../lib/ids.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { type AskRow, insertAsk, presentAsk } from './ask-store.ts';

type AskBody = BodyOf<Endpoints['createAsk']>;

/** The size of the row of an ask, without its texts. */
const rowBytes = 400;

/** Creates an ask, which a person answers (ASK-2). */
export const createAsk = async (tx: Transaction, caller: AgentCaller, body: AskBody): Promise<Ask> => {
  const head = await getOpenSession(tx, caller.sessionId);
  const options = optionsOf(body);
  await assertRoomForAsk(tx, head.id);
  const row: AskRow = {
    session_id: head.id,
    id: newId('ask', tx.now),
    created_seq: 0,
    seq: 0,
    kind: body.kind,
    status: 'open',
    asker_id: caller.agentId,
    asker_name: caller.agentName,
    requires: body.requires,
    free_text: Number(body.freeText),
    task_id: body.taskId === undefined ? null : await findTask(tx, head.id, body.taskId),
    created_at: tx.now,
    expires_at: tx.now + body.expiresInMs,
    ended_at: null,
    title: body.title,
    options: JSON.stringify(options),
    answer: 'null',
    details: body.details,
  };
  const bytes = rowBytes + utf8Bytes(row.title) + utf8Bytes(row.options) + utf8Bytes(row.details);
  const change = {
    sessionId: head.id,
    event: 'ask.created',
    actor: actorOf(caller),
    head,
    concerns: [],
    bytes,
  } as const;
  const { seq, entity } = await appendEvent(tx, change, presentAsk(row));
  insertAsk(tx, { ...row, created_seq: seq, seq });
  return entity;
};

const optionsOf = ({ kind, options, freeText }: AskBody): readonly AskOption[] => {
  if (!options) {
    if (kind === 'approval') return usualOptions;
    if (freeText) return [];
    throw invalid('body.options', 'is needed for a question without freeText');
  }
  if (new Set(options.map(({ id }) => id)).size < options.length) {
    throw invalid('body.options', 'must not name an option twice');
  }
  const approving = options.filter(({ approves }) => approves).length;
  if (kind === 'approval' && (approving === 0 || approving === options.length)) {
    throw invalid('body.options', 'must have an option that approves and one that does not');
  }
  if (kind === 'question' && approving > 0) {
    throw invalid('body.options', 'must not approve: a question is no approval');
  }
  return options;
};

const assertRoomForAsk = async (tx: Transaction, sessionId: string): Promise<void> => {
  const row = await tx.get<{ asks: number }>`
    select count(*) as asks from ask where session_id = ${sessionId} and status = 'open'
  `;
  if ((row?.asks ?? 0) < askLimits.open) return;
  throw conflict('limit_reached', `A session has at most ${String(askLimits.open)} asks that are open.`);
};

/** The id of a task that is named by its id or number. */
const findTask = async (db: Queries, sessionId: string, ref: string): Promise<string> => {
  const task = /^\d{1,15}$/.test(ref)
    ? await db.get<{ id: string }>`select id from task where session_id = ${sessionId} and number = ${Number(ref)}`
    : await db.get<{ id: string }>`select id from task where session_id = ${sessionId} and id = ${ref}`;
  if (!task) throw invalid('body.taskId', 'names no task of this session');
  return task.id;
};
