import { conflict, invalid, isEndedTask, type Task, type TaskStatus } from '@pairspace/protocol';
import { isIn, joined, sql, statement } from '../storage/sql.ts';
import type { Queries, Transaction } from '../storage/storage.ts';

/** A task that another waits for. */
export interface Dependency {
  id: string;
  number: number;
  status: TaskStatus;
}

/** The tasks of the session that these ids and numbers name, each once, in their order (TASK-4). */
export const findDependencies = async (
  db: Queries,
  sessionId: string,
  refs: readonly string[],
): Promise<Dependency[]> => {
  if (refs.length === 0) return [];
  const numbers = refs.filter(isNumber);
  const ids = refs.filter((ref) => !isNumber(ref));
  const found = await db.all<Dependency>(
    ...statement(sql`
      select id, number, status from task where session_id = ${sessionId} and (
        ${isIn(sql`id`, ids)} or ${isIn(sql`number`, numbers.map(Number))}
      )
    `),
  );
  const byRef = new Map(found.flatMap((task) => [[task.id, task] as const, [String(task.number), task] as const]));
  const named = refs.map((ref) => byRef.get(isNumber(ref) ? String(Number(ref)) : ref));
  const missing = refs.find((_, index) => named[index] === undefined);
  if (missing !== undefined)
    throw invalid('body.dependsOn', `names ${JSON.stringify(missing)}, which is no task of this session`);
  return [...new Set(named.filter((task) => task !== undefined))];
};

const isNumber = (ref: string): boolean => /^\d{1,15}$/.test(ref);

/** Replaces the dependencies of a task. */
export const saveDependencies = async (
  tx: Transaction,
  { sessionId, id }: Pick<Task, 'sessionId' | 'id'>,
  dependencies: readonly Dependency[],
  most: number,
): Promise<void> => {
  await tx.run`delete from task_dependency where session_id = ${sessionId} and task_id = ${id}`;
  if (dependencies.length === 0) return;
  const counted = await tx.get<{ stored: number }>`
    select count(*) as stored from task_dependency where session_id = ${sessionId}
  `;
  if ((counted?.stored ?? 0) + dependencies.length > most) {
    throw conflict('limit_reached', `The tasks of a session have at most ${String(most)} dependencies in all.`);
  }
  const rows = dependencies.map((task) => sql`(${sessionId}, ${id}, ${task.id})`);
  await tx.run(
    ...statement(sql`insert into task_dependency (session_id, task_id, depends_on) values ${joined(rows, sql`, `)}`),
  );
};

/**
 * Throws if a task would depend on itself by these dependencies. SQLite reads the tables of a cross join in their
 * order, and so goes from each task to its dependencies.
 */
export const assertNoCycle = async (
  tx: Transaction,
  { sessionId, id }: Pick<Task, 'sessionId' | 'id'>,
  dependencies: readonly Dependency[],
): Promise<void> => {
  if (dependencies.length === 0) return;
  const isFirst = isIn(
    sql`id`,
    dependencies.map((task) => task.id),
  );
  const found = await tx.get(
    ...statement(sql`
      with recursive reached (id) as (
        select id from task where session_id = ${sessionId} and ${isFirst}
        union
        select task_dependency.depends_on from reached cross join task_dependency
        where task_dependency.session_id = ${sessionId} and task_id = reached.id
      )
      select 1 as found from reached where id = ${id}
    `),
  );
  if (found) throw conflict('task_cycle', 'The task would wait for itself.');
};

export const blockersAmong = (dependencies: readonly Dependency[]): number =>
  dependencies.filter(({ status }) => status !== 'done').length;

/** The tasks that wait for this one and have not ended. */
export const listDependents = async (
  tx: Transaction,
  { sessionId, id }: Pick<Task, 'sessionId' | 'id'>,
): Promise<Task[]> => {
  const rows = await tx.all<{ data: string }>`
    select data from task_dependency
    join task on task.session_id = ${sessionId} and task.id = task_id
    join entity on entity.session_id = ${sessionId} and kind = 'task' and entity.id = task_id
    where task_dependency.session_id = ${sessionId} and task_dependency.depends_on = ${id} order by number
  `;
  return rows.map(({ data }) => JSON.parse(data) as Task).filter(({ status }) => !isEndedTask(status));
};

/**
 * Changes the blocker counts of the tasks that depend on a task: by -1 when the task becomes done, by 1 when it is no
 * longer done.
 */
export const countBlocker = (
  tx: Transaction,
  { sessionId, id }: Pick<Task, 'sessionId' | 'id'>,
  change: 1 | -1,
): void => {
  tx.queueWrite`
    update task set blockers = blockers + ${change} where session_id = ${sessionId} and id in (
      select task_id from task_dependency where session_id = ${sessionId} and depends_on = ${id}
    )
  `;
};
