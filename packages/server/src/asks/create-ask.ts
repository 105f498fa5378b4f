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
import { isoTime } from '../lib/clock.ts';
import type { Queries, Transaction } from '../storage/storage.ts';

type AskBody = BodyOf<Endpoints['createAsk']>;

/** The size of what is stored of an ask, without its texts. */
const rowBytes = 400;

/** Creates an ask, which a person answers (ASK-2). */
export const createAsk = async (tx: Transaction, caller: AgentCaller, body: AskBody): Promise<Ask> => {
  const head = await getOpenSession(tx, caller.sessionId);
  const options = optionsOf(body);
  await assertRoomForAsk(tx, head.id);
  const id = newId('ask', tx.now);
  const ask: Omit<Ask, 'seq'> = {
    id,
    askId: id,
    sessionId: head.id,
    kind: body.kind,
    askedBy: { agentId: caller.agentId, agentName: caller.agentName },
    title: body.title,
    details: body.details,
    options: [...options],
    freeText: body.freeText,
    requires: body.requires,
    taskId: body.taskId === undefined ? null : await findTask(tx, head.id, body.taskId),
    status: 'open',
    answer: null,
    expiresAt: isoTime(tx.now + body.expiresInMs),
    createdAt: isoTime(tx.now),
    endedAt: null,
  };
  const bytes = rowBytes + utf8Bytes(ask.title) + utf8Bytes(JSON.stringify(options)) + utf8Bytes(ask.details);
  const change = {
    sessionId: head.id,
    event: 'ask.created',
    actor: actorOf(caller),
    head,
    concerns: [],
    bytes,
  } as const;
  return (await appendEvent(tx, change, ask)).entity;
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
    select count(*) as asks from entity
    where session_id = ${sessionId} and kind = 'ask' and data ->> 'status' = 'open'
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
