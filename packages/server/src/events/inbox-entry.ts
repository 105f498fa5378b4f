import { type Actor, type InboxReason, loggedEvents, type LoggedName } from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';
import { agentTopic, inboxTopic } from './topics.ts';

/** An agent that an event concerns, and why. */
export interface NewInboxEntry {
  agentId: string;
  reason: InboxReason;
  /**
   * The number of the entry in the inbox of the agent, from 1. Set if the transaction, alone in its session
   * (`WriteOptions.session`), has read the newest number; otherwise the insertion computes it.
   */
  ordinal?: number;
  /** Whether the seat belongs to an agent key; undefined if nobody has looked. */
  hasKey?: boolean;
}

/** The fields of an event that decide whom it concerns. */
export interface EventSummary {
  sessionId: string;
  event: LoggedName;
  actor: Actor;
  seq: number;
}

/**
 * Adds an event to the inboxes of the agents that it concerns, and notifies their topics. Only an agent with a seat has
 * an inbox (INB-9).
 */
export const addToInboxes = (
  tx: Transaction,
  { sessionId, seq }: EventSummary,
  concerns: readonly NewInboxEntry[],
): void => {
  for (const { agentId, reason, ordinal, hasKey } of concerns) {
    if (ordinal === undefined) {
      tx.queueWrite`
        insert into inbox (session_id, agent_id, seq, ordinal, reason)
        select session_id, agent_id, cast(${seq} as bigint), 1 + coalesce((
          select ordinal from inbox where session_id = ${sessionId} and agent_id = ${agentId} order by seq desc limit 1
        ), 0), ${reason}
        from seat where session_id = ${sessionId} and agent_id = ${agentId}
      `;
    } else {
      tx.queueWrite`
        insert into inbox (session_id, agent_id, seq, ordinal, reason)
        values (${sessionId}, ${agentId}, ${seq}, ${ordinal}, ${reason})
      `;
    }
    tx.notify(inboxTopic(sessionId, agentId));
    if (hasKey === false) continue;
    tx.queueWrite`
      update seat set news_at = ${tx.now}
      where session_id = ${sessionId} and agent_id = ${agentId} and key_line is not null and news_at is null
    `;
    tx.notify(agentTopic(agentId));
  }
};

interface JobEnd {
  status: string;
  submittedBy: { agentId: string };
}

type Find = (tx: Transaction, summary: EventSummary, entity: never) => NewInboxEntry[] | Promise<NewInboxEntry[]>;

const finders: Readonly<Record<NonNullable<(typeof loggedEvents)[LoggedName]['concerns']>, Find>> = {
  job: (_tx, { actor }, job: JobEnd) => inboxEntryOfJob(actor, job),
  note: (tx, summary, { id }: { id: string }) => inboxEntriesOfWriters(tx, summary, 'note', id),
  file: (tx, summary, { path }: { path: string }) => inboxEntriesOfWriters(tx, summary, 'file', path),
};

/**
 * The agents that an event concerns by its entity: the authors of notes and files, and the submitter of a job at its
 * end. For messages and sessions, the operation decides.
 */
export const findInboxEntries = async (
  tx: Transaction,
  summary: EventSummary,
  entity: unknown,
): Promise<NewInboxEntry[]> => {
  const { concerns } = loggedEvents[summary.event];
  return concerns ? finders[concerns](tx, summary, entity as never) : [];
};

const ended: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

const inboxEntryOfJob = (actor: Actor, { status, submittedBy: { agentId } }: JobEnd): NewInboxEntry[] =>
  ended.has(status) && !isBy(actor, agentId) ? [{ agentId, reason: 'job' }] : [];

const inboxEntriesOfWriters = async (
  tx: Transaction,
  { sessionId, event, actor }: EventSummary,
  kind: 'note' | 'file',
  name: string,
): Promise<NewInboxEntry[]> => {
  const entity = `${kind} ${name}`;
  const writers = event.endsWith('.created')
    ? []
    : await tx.all<{ agentId: string; keyLine: string | null }>`
        select seat.agent_id as "agentId", key_line as "keyLine" from entity_writer
        join seat on seat.session_id = entity_writer.session_id and seat.agent_id = entity_writer.agent_id
        where entity_writer.session_id = ${sessionId} and entity = ${entity} order by seat.position
      `;
  if (actor.kind === 'agent' && !writers.some(({ agentId }) => isBy(actor, agentId))) {
    tx.queueWrite`
      insert into entity_writer (session_id, entity, agent_id) values (${sessionId}, ${entity}, ${actor.id})
      on conflict (session_id, entity, agent_id) do nothing
    `;
  }
  return writers.flatMap(({ agentId, keyLine }) =>
    isBy(actor, agentId) ? [] : [{ agentId, reason: kind, hasKey: keyLine !== null }],
  );
};

const isBy = (actor: Actor, agentId: string): boolean => actor.kind === 'agent' && actor.id === agentId;
