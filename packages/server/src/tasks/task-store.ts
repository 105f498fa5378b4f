import { type Actor, ServiceError, type Task, type TaskStatus } from '@pairspace/protocol';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { isIn, type Sql, sql, statement } from '../storage/sql.ts';
import type { Queries, Transaction } from '../storage/storage.ts';

export interface TaskRow {
  session_id: string;
  id: string;
  number: number;
  /** Sorts by priority and then by number. */
  rank: number;
  seq: number;
  version: number;
  title: string;
  description: string;
  status: TaskStatus;
  /** JSON text. */
  requester: string;
  assignee_id: string | null;
  assignee_name: string | null;
  offered_to: string | null;
  /** JSON text. */
  depends_on: string;
  /** The number of dependencies that are not done. */
  blockers: number;
  /** JSON text. */
  paths: string;
  path_count: number;
  labels: string;
  priority: number;
  lease_ms: number;
  lease_from: number | null;
  alive_at: number | null;
  check_at: number | null;
  attempts: number;
  /** JSON text. */
  result: string;
  reason: string | null;
  /** The actor that sent the task through A2A; null for other tasks. */
  a2a_caller: string | null;
  /** The agent that was called through A2A, or `-` if no agent was named; null for other tasks. */
  a2a_agent: string | null;
  a2a_declined: number;
  /** JSON text. */
  copied_from: string | null;
  created_at: number;
  updated_at: number;
  ended_at: number | null;
}

/** A task with the signs of life of its owner. */
export interface ReadTask extends TaskRow {
  seen_at: number | null;
  wrote_at: number | null;
}

const ranks = 10_000_000;

/** The first task of a list has the lowest rank. */
export const rankOf = ({ priority, number }: Pick<TaskRow, 'priority' | 'number'>): number =>
  (3 - priority) * ranks + number;

/** Labels as the table keeps them: lines between line feeds, so that each can be searched for as a whole. */
export const labelLines = (labels: readonly string[]): string => labels.map((label) => `\n${label}\n`).join('');

export const labelsIn = (lines: string): string[] => lines.split('\n').filter((label) => label !== '');

const selected = sql`
  select task.session_id, id, number, rank, seq, version, title, description, task.status, requester, assignee_id,
    assignee_name, offered_to, depends_on, blockers, paths, path_count, labels, priority, lease_ms, lease_from, alive_at,
    check_at, attempts, result, reason, a2a_caller, a2a_agent, a2a_declined, copied_from, created_at, updated_at,
    ended_at, last_seen_at as seen_at,
    last_write_at as wrote_at
  from task
  left join seat on task.status = 'working' and seat.session_id = task.session_id and seat.agent_id = assignee_id
  left join presence on task.status = 'working' and presence.session_id = task.session_id
    and presence.agent_id = assignee_id`;

/** The tasks that a condition chooses. */
export const selectTasks = (db: Queries, condition: Sql): Promise<ReadTask[]> =>
  db.all<ReadTask>(...statement(sql`${selected} where ${condition}`));

/** A path of the API may hold the number of a task in place of its id. */
const refersTo = (ref: string): Sql => (/^\d{1,15}$/.test(ref) ? sql`number = ${Number(ref)}` : sql`id = ${ref}`);

/** The task of this id or number. */
export const getTaskRow = async (db: Queries, sessionId: string, ref: string): Promise<ReadTask> => {
  const [row] = await selectTasks(db, sql`task.session_id = ${sessionId} and ${refersTo(ref)}`);
  if (!row) throw new ServiceError('NOT_FOUND', 'There is no such task in this session.');
  return row;
};

/**
 * The time at which the lease of a task in work ends: `lease_ms` after the newest sign of life of the owner (TASK-14).
 */
export const leaseEndOf = ({ lease_from, alive_at, seen_at, wrote_at, lease_ms }: ReadTask): number =>
  Math.max(lease_from ?? 0, alive_at ?? 0, seen_at ?? 0, wrote_at ?? 0) + lease_ms;

export const assigneeOf = ({
  assignee_id: id,
  assignee_name: name,
}: Pick<TaskRow, 'assignee_id' | 'assignee_name'>): Task['assignee'] =>
  id === null ? null : { agentId: id, agentName: name ?? id };

export const presentTask = (row: ReadTask, blockedBy: readonly string[]): Task => ({
  id: row.id,
  taskId: row.id,
  sessionId: row.session_id,
  number: row.number,
  seq: row.seq,
  version: row.version,
  title: row.title,
  description: row.description,
  status: row.status,
  requester: JSON.parse(row.requester) as Actor,
  assignee: assigneeOf(row),
  offeredTo: row.offered_to,
  dependsOn: JSON.parse(row.depends_on) as string[],
  blockedBy: [...blockedBy],
  ready: row.status === 'open' && blockedBy.length === 0,
  paths: JSON.parse(row.paths) as string[],
  labels: labelsIn(row.labels),
  priority: row.priority,
  leaseMs: row.lease_ms,
  leaseUntil: row.status === 'working' ? isoTime(leaseEndOf(row)) : null,
  attempts: row.attempts,
  result: JSON.parse(row.result) as Task['result'],
  reason: row.reason,
  ...(row.a2a_agent !== null && {
    a2a: { agentId: row.a2a_agent === '-' ? null : row.a2a_agent, declined: row.a2a_declined === 1 },
  }),
  ...(row.copied_from !== null && { copiedFrom: JSON.parse(row.copied_from) as NonNullable<Task['copiedFrom']> }),
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
  endedAt: isoTimeOrNull(row.ended_at),
});

/** The tasks that block each of the given tasks, in the order of the dependencies of that task. */
export const findBlockers = async (
  db: Queries,
  rows: readonly Pick<TaskRow, 'session_id' | 'id' | 'blockers' | 'depends_on'>[],
): Promise<Map<string, string[]>> => {
  const blocked = rows.filter(({ blockers }) => blockers > 0);
  const [first] = blocked;
  if (!first) return new Map();
  const isBlocked = isIn(
    sql`task_id`,
    blocked.map(({ id }) => id),
  );
  const found = await db.all<{ task_id: string; depends_on: string }>(
    ...statement(sql`
      select task_id, task_dependency.depends_on from task_dependency
      join task on task.session_id = ${first.session_id} and task.id = task_dependency.depends_on
      where task_dependency.session_id = ${first.session_id} and ${isBlocked} and status <> 'done'
    `),
  );
  const undone = Map.groupBy(found, ({ task_id }) => task_id);
  return new Map(
    blocked.map(({ id, depends_on }) => {
      const blockers = new Set(undone.get(id)?.map((row) => row.depends_on));
      return [id, (JSON.parse(depends_on) as string[]).filter((other) => blockers.has(other))];
    }),
  );
};

export const presentTasks = async (db: Queries, rows: readonly ReadTask[]): Promise<Task[]> => {
  const blockers = await findBlockers(db, rows);
  return rows.map((row) => presentTask(row, blockers.get(row.id) ?? []));
};

export const presentRead = async (db: Queries, row: ReadTask): Promise<Task> =>
  presentTask(row, (await findBlockers(db, [row])).get(row.id) ?? []);

/** Stores a new task. */
export const insertTask = (tx: Transaction, row: TaskRow): void => {
  tx.queueWrite`
    insert into task (session_id, id, number, rank, seq, version, title, description, status, requester, assignee_id,
      assignee_name, offered_to, depends_on, blockers, paths, path_count, labels, priority, lease_ms, lease_from,
      alive_at, check_at, attempts, result, reason, a2a_caller, a2a_agent, a2a_declined, copied_from, created_at,
      updated_at, ended_at)
    values (${row.session_id}, ${row.id}, ${row.number}, ${row.rank}, ${row.seq}, ${row.version}, ${row.title},
      ${row.description}, ${row.status}, ${row.requester}, ${row.assignee_id}, ${row.assignee_name}, ${row.offered_to},
      ${row.depends_on}, ${row.blockers}, ${row.paths}, ${row.path_count}, ${row.labels}, ${row.priority},
      ${row.lease_ms}, ${row.lease_from}, ${row.alive_at}, ${row.check_at}, ${row.attempts}, ${row.result},
      ${row.reason}, ${row.a2a_caller}, ${row.a2a_agent}, ${row.a2a_declined}, ${row.copied_from}, ${row.created_at}, ${row.updated_at}, ${row.ended_at})
  `;
};

/** Stores the state of a task after a change. */
export const updateTaskRow = (tx: Transaction, row: TaskRow): void => {
  tx.queueWrite`
    update task set rank = ${row.rank}, seq = ${row.seq}, version = ${row.version}, title = ${row.title},
      description = ${row.description}, status = ${row.status}, assignee_id = ${row.assignee_id},
      assignee_name = ${row.assignee_name}, offered_to = ${row.offered_to}, depends_on = ${row.depends_on},
      blockers = ${row.blockers}, paths = ${row.paths}, path_count = ${row.path_count}, labels = ${row.labels},
      priority = ${row.priority}, lease_from = ${row.lease_from}, alive_at = ${row.alive_at},
      check_at = ${row.check_at}, attempts = ${row.attempts}, result = ${row.result}, reason = ${row.reason},
      a2a_declined = ${row.a2a_declined}, updated_at = ${row.updated_at}, ended_at = ${row.ended_at}
    where session_id = ${row.session_id} and id = ${row.id}
  `;
};
