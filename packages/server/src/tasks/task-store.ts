import { ServiceError, type Task } from '@pairspace/protocol';
import { columnsOf } from '../events/task-columns.ts';
import { isoTime } from '../lib/clock.ts';
import { isIn, type Sql, sql, statement } from '../storage/sql.ts';
import type { Queries, Transaction } from '../storage/storage.ts';

/** A task as its newest event has it, and what changes without an event; times in milliseconds since 1970. */
export interface ReadTask {
  task: Task;
  /** The number of dependencies that are not done. */
  blockers: number;
  /** The beginning of the lease of the owner; null without one. */
  leaseFrom: number | null;
  /** The newest sign of life that no other table has. */
  aliveAt: number | null;
  /** The next look at the lease; null while it cannot end. */
  checkAt: number | null;
  /** The newest heartbeat of the owner, and its newest write. */
  seenAt: number | null;
  wroteAt: number | null;
}

export const labelsIn = (lines: string): string[] => lines.split('\n').filter((label) => label !== '');

/** The tasks that a condition on the table `task` chooses. */
export const selectTasks = async (db: Queries, condition: Sql): Promise<ReadTask[]> => {
  const rows = await db.all<Omit<ReadTask, 'task'> & { data: string }>(
    ...statement(sql`
      select entity.data, blockers, lease_from as "leaseFrom", alive_at as "aliveAt", check_at as "checkAt",
        last_seen_at as "seenAt", last_write_at as "wroteAt"
      from task
      join entity on entity.session_id = task.session_id and entity.kind = 'task' and entity.id = task.id
      left join seat on task.status = 'working' and seat.session_id = task.session_id and seat.agent_id = assignee_id
      left join presence on task.status = 'working' and presence.session_id = task.session_id
        and presence.agent_id = assignee_id
      where ${condition}`),
  );
  return rows.map(({ data, ...row }) => ({ ...row, task: JSON.parse(data) as Task }));
};

/** A path of the API may hold the number of a task in place of its id. */
const refersTo = (ref: string): Sql => (/^\d{1,15}$/.test(ref) ? sql`number = ${Number(ref)}` : sql`task.id = ${ref}`);

/** The task of this id or number. */
export const readTask = async (db: Queries, sessionId: string, ref: string): Promise<ReadTask> => {
  const [read] = await selectTasks(db, sql`task.session_id = ${sessionId} and ${refersTo(ref)}`);
  if (!read) throw new ServiceError('NOT_FOUND', 'There is no such task in this session.');
  return read;
};

/**
 * The time at which the lease of a task in work ends: `leaseMs` after the newest sign of life of the owner (TASK-14).
 */
export const leaseEndOf = ({ leaseFrom, aliveAt, seenAt, wroteAt, task }: ReadTask): number =>
  Math.max(leaseFrom ?? 0, aliveAt ?? 0, seenAt ?? 0, wroteAt ?? 0) + task.leaseMs;

export const presentTask = (read: ReadTask, blockedBy: readonly string[]): Task => ({
  ...read.task,
  blockedBy: [...blockedBy],
  ready: read.task.status === 'open' && blockedBy.length === 0,
  leaseUntil: read.task.status === 'working' ? isoTime(leaseEndOf(read)) : null,
});

/** The tasks that block each of the given tasks, in the order of the dependencies of that task. */
export const findBlockers = async (
  db: Queries,
  reads: readonly Pick<ReadTask, 'task' | 'blockers'>[],
): Promise<Map<string, string[]>> => {
  const blocked = reads.flatMap(({ task, blockers }) => (blockers > 0 ? [task] : []));
  const [first] = blocked;
  if (!first) return new Map();
  const isBlocked = isIn(
    sql`task_id`,
    blocked.map(({ id }) => id),
  );
  const found = await db.all<{ task_id: string; depends_on: string }>(
    ...statement(sql`
      select task_id, task_dependency.depends_on from task_dependency
      join task on task.session_id = ${first.sessionId} and task.id = task_dependency.depends_on
      where task_dependency.session_id = ${first.sessionId} and ${isBlocked} and status <> 'done'
    `),
  );
  const undone = Map.groupBy(found, ({ task_id }) => task_id);
  return new Map(
    blocked.map(({ id, dependsOn }) => {
      const blockers = new Set(undone.get(id)?.map((row) => row.depends_on));
      return [id, dependsOn.filter((other) => blockers.has(other))];
    }),
  );
};

export const presentTasks = async (db: Queries, reads: readonly ReadTask[]): Promise<Task[]> => {
  const blockers = await findBlockers(db, reads);
  return reads.map((read) => presentTask(read, blockers.get(read.task.id) ?? []));
};

export const presentRead = async (db: Queries, read: ReadTask): Promise<Task> =>
  presentTask(read, (await findBlockers(db, [read])).get(read.task.id) ?? []);

/** Writes what a task is found by after a change. */
export const putTask = (tx: Transaction, { task, blockers, leaseFrom, aliveAt, checkAt }: ReadTask): void => {
  const row = columnsOf(task);
  tx.queueWrite`
    insert into task (session_id, id, number, rank, seq, status, blockers, assignee_id, offered_to, lease_ms,
      lease_from, alive_at, check_at, updated_at, a2a_caller, a2a_agent, labels, path_count, paths)
    values (${task.sessionId}, ${row.id}, ${row.number}, ${row.rank}, ${row.seq}, ${row.status}, ${blockers},
      ${row.assignee_id}, ${row.offered_to}, ${row.lease_ms}, ${leaseFrom}, ${aliveAt}, ${checkAt}, ${row.updated_at},
      ${row.a2a_caller}, ${row.a2a_agent}, ${row.labels}, ${row.path_count}, ${row.paths})
    on conflict (session_id, id) do update
    set rank = excluded.rank, seq = excluded.seq, status = excluded.status, blockers = excluded.blockers,
      assignee_id = excluded.assignee_id, offered_to = excluded.offered_to, lease_from = excluded.lease_from,
      alive_at = excluded.alive_at, check_at = excluded.check_at, updated_at = excluded.updated_at,
      labels = excluded.labels, path_count = excluded.path_count, paths = excluded.paths
  `;
};
