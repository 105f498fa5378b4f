import {
  type AgentRole,
  type Ask,
  type AskStatus,
  chosenOption,
  type DeclaredStatus,
  type File,
  type JobSummary,
  type Note,
  type NoteSummary,
  type SessionStatus,
  type TaskStatus,
  type Visibility,
} from '@pairspace/protocol';
import { selectEntities } from '../events/entity-store.ts';
import { sql } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';

/** The part of a log that a brief covers. */
export interface Span {
  sessionId: string;
  /** The span begins after this event. */
  since: number;
  /** The end of the log when the brief was begun. */
  until: number;
}

export interface SessionFacts {
  name: string;
  status: SessionStatus;
  mode: string;
  visibility: Visibility;
  max_agents: number;
  /** Thousandths of credits; null without a pool. */
  total_credits: number | null;
  used_credits: number | null;
  reserved_credits: number | null;
  pending: number | null;
  running: number | null;
}

export const findSessionFacts = (db: Queries, sessionId: string): Promise<SessionFacts | undefined> =>
  db.get<SessionFacts>`
    select name, status, mode, visibility, max_agents, total_credits, used_credits, reserved_credits, pending, running
    from session left join compute_pool on session_id = id where id = ${sessionId}
  `;

export interface SeatFacts {
  agent_id: string;
  agent_name: string;
  role: AgentRole;
  status: DeclaredStatus | null;
  current_activity: string | null;
  last_seen_at: number | null;
  expires_at: number | null;
  joined_at: number;
  last_write_at: number | null;
}

export const listSeatFacts = (db: Queries, sessionId: string, limit: number): Promise<SeatFacts[]> =>
  db.all<SeatFacts>`
    select seat.agent_id, agent_name, role, joined_at, last_write_at, status, current_activity, last_seen_at, expires_at
    from seat left join presence on presence.session_id = seat.session_id and presence.agent_id = seat.agent_id
    where seat.session_id = ${sessionId} order by position limit 0 + ${limit}
  `;

/** The seat of one agent. */
export const findSeatFacts = (db: Queries, sessionId: string, agentId: string): Promise<SeatFacts | undefined> =>
  db.get<SeatFacts>`
    select seat.agent_id, agent_name, role, joined_at, last_write_at, status, current_activity, last_seen_at, expires_at
    from seat left join presence on presence.session_id = seat.session_id and presence.agent_id = seat.agent_id
    where seat.session_id = ${sessionId} and seat.agent_id = ${agentId}
  `;

export interface MessageFacts {
  seq: number;
  at: number;
  actor_kind: string;
  /** JSON text of the message; null if it is too long for a brief. */
  data: string | null;
}

/** The size above which a message is mentioned without its text. */
const longestMessage = 16_000;

/** The messages of people, newest first. */
export const listPeoplesWords = (
  db: Queries,
  { sessionId, since, until }: Span,
  limit: number,
): Promise<MessageFacts[]> =>
  db.all<MessageFacts>`
    select seq, at, actor_kind, case when octet_length(data) <= ${longestMessage} then data end as data
    from event
    where session_id = ${sessionId} and event = 'message.created' and actor_kind = 'observer' and seq > ${since}
      and seq <= ${until}
    order by seq desc limit 0 + ${limit}
  `;

/** The number of inbox entries that are examined. */
const newestConcerns = 500;

/** Unanswered messages that mention an agent, reply to it or come from a person; newest first. */
export const listWaiting = (
  db: Queries,
  { sessionId, since, until }: Span,
  agentId: string,
  limit: number,
): Promise<MessageFacts[]> =>
  db.all<MessageFacts>`
    select event.seq, at, actor_kind, case when octet_length(data) <= ${longestMessage} then data end as data
    from (
      select seq, reason from inbox
      where session_id = ${sessionId} and agent_id = ${agentId} and seq <= ${until} and seq > (
        select case when joined_seq > ${since} then joined_seq else ${since} end from seat
        where session_id = ${sessionId} and agent_id = ${agentId}
      )
      order by seq desc limit 0 + ${newestConcerns}
    ) asked join event on event.session_id = ${sessionId} and event.seq = asked.seq
    where reason in ('human', 'mention', 'reply') and not exists (
      select 1 from event reply
      where reply.session_id = ${sessionId} and reply.reply_seq = asked.seq and reply.actor_id = ${agentId}
        and reply.actor_kind = 'agent'
    )
    order by event.seq desc limit 0 + ${limit}
  `;

export const listHandoffs = (db: Queries, { sessionId, since, until }: Span, limit: number): Promise<MessageFacts[]> =>
  db.all<MessageFacts>`
    select seq, at, actor_kind, case when octet_length(data) <= ${longestMessage} then data end as data
    from event
    where session_id = ${sessionId} and msg_type = 'handoff' and msg_type <> 'chat' and seq > ${since} and seq <= ${until}
    order by seq desc limit 0 + ${limit}
  `;

/** The newest messages, including those before the span. */
export const listNewestTalk = (
  db: Queries,
  { sessionId, until }: Pick<Span, 'sessionId' | 'until'>,
  limit: number,
): Promise<MessageFacts[]> =>
  db.all<MessageFacts>`
    select seq, at, actor_kind, case when octet_length(data) <= ${longestMessage} then data end as data
    from event
    where session_id = ${sessionId} and event = 'message.created' and seq <= ${until}
    order by seq desc limit 0 + ${limit}
  `;

export interface NoteFacts {
  note: NoteSummary;
  /** Null if the note is too long for a comparison. */
  content: string | null;
  /** The version before the span; 0 for a new note. */
  baseVersion: number;
  /** Null if that version is too long for a comparison, or if there is none. */
  baseContent: string | null;
}

/** The greatest length of the event of a note for a comparison, in bytes. */
const longestCompared = 32_000;

/** Notes with a version in the span, the most recently written first. */
export const listChangedNotes = async (
  db: Queries,
  { sessionId, since }: Span,
  limit: number,
): Promise<NoteFacts[]> => {
  const rows = await db.all<{ note: string; newest: string | null; base: string | null; base_version: number }>`
    select note, base_version,
      case when octet_length(newest.data) <= ${longestCompared} then newest.data end as newest,
      case when octet_length(base.data) <= ${longestCompared} then base.data end as base
    from (
      select seq, data as note, (
        select count(*) from event
        where event.session_id = ${sessionId} and entity_id = entity.id and event.seq <= ${since}
      ) as base_version, (
        select max(event.seq) from event
        where event.session_id = ${sessionId} and entity_id = entity.id and event.seq <= ${since}
      ) as base_seq
      from entity
      where session_id = ${sessionId} and kind = 'note' and ended_at is null and seq > ${since}
      order by seq desc limit 0 + ${limit}
    ) changed
    join event newest on newest.session_id = ${sessionId} and newest.seq = changed.seq
    left join event base on base.session_id = ${sessionId} and base.seq = base_seq
    order by changed.seq desc
  `;
  const contentOf = (data: string | null): string | null => data && (JSON.parse(data) as Note).content;
  return rows.map(({ note, newest, base, base_version: baseVersion }) => ({
    note: JSON.parse(note) as NoteSummary,
    content: contentOf(newest),
    baseVersion,
    baseContent: contentOf(base),
  }));
};

/** Files with a version in the span, the most recently written first. */
export const listChangedFiles = async (db: Queries, { sessionId, since }: Span, limit: number): Promise<File[]> => {
  const rows = await selectEntities(
    db,
    { sessionId, kind: 'file' },
    sql`ended_at is null and seq > ${since} order by seq desc limit 0 + ${limit}`,
  );
  return rows.map(({ data }) => JSON.parse(data) as File);
};

/** The jobs that changed in the span, the newest first. */
export const listChangedJobs = async (
  db: Queries,
  { sessionId, since, until }: Span,
  limit: number,
): Promise<JobSummary[]> => {
  const changed = sql`seq > ${since} and seq <= ${until} order by created_seq desc limit 0 + ${limit}`;
  const rows = await selectEntities(db, { sessionId, kind: 'job' }, changed);
  return rows.map(({ data }) => JSON.parse(data) as JobSummary);
};

export interface TaskFacts {
  number: number;
  title: string;
  status: TaskStatus;
  assignee_id: string | null;
  offered_to: string | null;
  blockers: number;
  reason: string | null;
}

/** The tasks that have not ended: first the agent’s own, then those offered to it, then free tasks, then the others. */
export const listCurrentTasks = (
  db: Queries,
  sessionId: string,
  agentId: string,
  limit: number,
): Promise<TaskFacts[]> =>
  db.all<TaskFacts>`
    select number, data ->> 'title' as title, status, assignee_id, offered_to, blockers, data ->> 'reason' as reason
    from task join entity on entity.session_id = task.session_id and kind = 'task' and entity.id = task.id
    where task.session_id = ${sessionId} and status in ('open', 'offered', 'working')
    order by case
      when status = 'working' and assignee_id = ${agentId} then 0
      when status = 'offered' and offered_to = ${agentId} then 1
      when status = 'open' and blockers = 0 then 2
      else 3 end, rank limit 0 + ${limit}
  `;

export interface AskFacts {
  id: string;
  title: string;
  status: AskStatus;
  asker_id: string;
  /** The label of the option that was chosen. */
  chosen: string | null;
}

/**
 * Open asks, and then asks that ended in the span. In both groups, those of the agent come first, and then the newest.
 */
export const listAsks = async (
  db: Queries,
  { sessionId, since, until }: Span,
  agentId: string,
  limit: number,
): Promise<AskFacts[]> => {
  const of = { sessionId, kind: 'ask' } as const;
  const open = await selectEntities(db, of, sql`data ->> 'status' = 'open' order by seq desc`);
  const ended = await selectEntities(
    db,
    of,
    sql`ended_at is not null and seq > ${since} and seq <= ${until} order by seq desc limit 0 + ${limit}`,
  );
  const isOwn = ({ askedBy }: Ask): boolean => askedBy.agentId === agentId;
  const asks = [open, ended].flatMap((rows) => {
    const ofGroup = rows.map(({ data }) => JSON.parse(data) as Ask);
    return [...ofGroup.filter(isOwn), ...ofGroup.filter((ask) => !isOwn(ask))];
  });
  return asks.slice(0, limit).map((ask) => ({
    id: ask.id,
    title: ask.title,
    status: ask.status,
    asker_id: ask.askedBy.agentId,
    chosen: chosenOption(ask)?.label ?? null,
  }));
};
