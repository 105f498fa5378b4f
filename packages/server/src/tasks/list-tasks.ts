import { type QueryOf, type Endpoints, type Task, utf8Bytes } from '@pairspace/protocol';
import { actorOf, type Caller, isOfSession } from '../access/caller.ts';
import { numberCursor, type Page, pageWithin } from '../storage/page.ts';
import { isIn, joined, type Sql, sql } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';
import { a2aCallerOf } from './create-task.ts';
import { listHoldersOf } from './held-paths.ts';
import { getTaskRow, labelLines, presentRead, presentTasks, type ReadTask, selectTasks } from './task-store.ts';

type TaskFilter = QueryOf<Endpoints['listTasks']>;

export const getTask = async (db: Queries, sessionId: string, ref: string): Promise<Task> =>
  presentRead(db, await getTaskRow(db, sessionId, ref));

/** The tasks of a session, by priority and then by number (TASK-13). */
export const listTasks = async (
  db: Queries,
  sessionId: string,
  { limit, cursor, sentTo, ...filter }: TaskFilter,
  caller: Caller,
): Promise<Page<Task>> => {
  if (sentTo !== undefined) return listSentTasks(db, sessionId, { limit, cursor, sentTo }, caller);
  const after = numberCursor('tasks', cursor) ?? -1;
  const conditions = await conditionsOf(db, sessionId, filter);
  const rows = await selectTasks(
    db,
    sql`${joined([sql`task.session_id = ${sessionId} and rank > ${after}`, ...conditions], sql` and `)}
      order by rank limit 0 + ${limit + 1}`,
  );
  return presentPage(db, 'tasks', rows, limit, ({ rank }) => rank);
};

/** The tasks that the caller sent to an agent through A2A, newest change first (TASK-22). */
const listSentTasks = async (
  db: Queries,
  sessionId: string,
  { limit, cursor, sentTo }: Pick<TaskFilter, 'limit' | 'cursor'> & { sentTo: string },
  caller: Caller,
): Promise<Page<Task>> => {
  if (!isOfSession(caller, sessionId)) return { items: [], nextCursor: null };
  const before = numberCursor('tasks-sent', cursor) ?? Number.MAX_SAFE_INTEGER;
  const rows = await selectTasks(
    db,
    sql`task.session_id = ${sessionId} and a2a_caller = ${a2aCallerOf(actorOf(caller))} and a2a_agent = ${sentTo}
      and seq < ${before} order by seq desc limit 0 + ${limit + 1}`,
  );
  return presentPage(db, 'tasks-sent', rows, limit, ({ seq }) => seq);
};

/** Every task in the order of the numbers, for an export (EXP-1). */
export const listTasksByNumber = async (
  db: Queries,
  sessionId: string,
  { limit, cursor }: Pick<TaskFilter, 'limit' | 'cursor'>,
): Promise<Page<Task>> => {
  const after = numberCursor('tasks-by-number', cursor) ?? 0;
  const rows = await selectTasks(
    db,
    sql`task.session_id = ${sessionId} and number > ${after} order by number limit 0 + ${limit + 1}`,
  );
  return presentPage(db, 'tasks-by-number', rows, limit, ({ number }) => number);
};

const presentPage = async (
  db: Queries,
  kind: string,
  rows: readonly ReadTask[],
  limit: number,
  positionOf: (row: ReadTask) => number,
): Promise<Page<Task>> => {
  const { items, nextCursor } = pageWithin(kind, rows, limit, positionOf, bytesOf);
  return { items: await presentTasks(db, items), nextCursor };
};

/**
 * The approximate size of a task in an answer, in bytes. An answer may hold the dependencies twice, as blockers too.
 */
const bytesOf = ({ description, paths, labels, depends_on, result }: ReadTask): number =>
  [description, paths, labels, depends_on, depends_on, result].reduce((sum, text) => sum + utf8Bytes(text), 1000);

const conditionsOf = async (
  db: Queries,
  sessionId: string,
  { status, assignee, ready, label, path }: Omit<TaskFilter, 'limit' | 'cursor' | 'sentTo'>,
): Promise<Sql[]> => [
  ...(status === undefined ? [] : [sql`task.status = ${status}`]),
  ...(assignee === undefined ? [] : [sql`assignee_id = ${assignee}`]),
  ...(ready === undefined ? [] : [sql`task.status = 'open' and blockers = 0`]),
  ...(label === undefined ? [] : [sql`replace(labels, ${labelLines([label])}, '') <> labels`]),
  ...(path === undefined ? [] : [isIn(sql`task.id`, await listHoldersOf(db, sessionId, path))]),
];
