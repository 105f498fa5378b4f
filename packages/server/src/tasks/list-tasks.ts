import { type QueryOf, type Endpoints, type Task, utf8Bytes } from '@pairspace/protocol';
import { actorOf, type Caller, isOfSession } from '../access/caller.ts';
import { a2aCallerOf, labelLines, rankOf } from '../events/task-columns.ts';
import { movingRows, type MovingRow, numberCursor, type Page, pageWithin } from '../storage/page.ts';
import { isIn, joined, type Sql, sql } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';
import { listHoldersOf } from './held-paths.ts';
import { presentRead, presentTasks, readTask, type ReadTask, selectTasks } from './task-store.ts';

type TaskFilter = QueryOf<Endpoints['listTasks']>;

export const getTask = async (db: Queries, sessionId: string, ref: string): Promise<Task> =>
  presentRead(db, await readTask(db, sessionId, ref));

interface TaskPage extends TaskFilter {
  /** The newest event of the session before the list is read. */
  lastSeq: number;
}

/** The tasks of a session, by priority and then by number (TASK-13). */
export const listTasks = async (
  db: Queries,
  sessionId: string,
  { limit, cursor, sentTo, lastSeq, ...filter }: TaskPage,
  caller: Caller,
): Promise<Page<Task>> => {
  if (sentTo !== undefined && !isOfSession(caller, sessionId)) return { items: [], nextCursor: null };
  const conditions =
    sentTo === undefined || !isOfSession(caller, sessionId)
      ? await conditionsOf(db, sessionId, filter)
      : [sql`a2a_caller = ${a2aCallerOf(actorOf(caller))} and a2a_agent = ${sentTo}`];
  const select = (order: Sql): Promise<ReadTask[]> =>
    selectTasks(db, sql`${joined([sql`task.session_id = ${sessionId}`, ...conditions], sql` and `)} and ${order}`);
  // Tasks that were sent come with the newest change first (TASK-22).
  const isSent = sentTo !== undefined;
  const kind = isSent ? 'tasks-sent' : 'tasks';
  const rows = await movingRows<ReadTask, [number], [number]>({
    kind,
    cursor,
    limit,
    list: ([after] = [isSent ? Number.MAX_SAFE_INTEGER : -1], most) =>
      select(
        isSent
          ? sql`task.seq < ${after} order by task.seq desc limit 0 + ${most}`
          : sql`rank > ${after} order by rank limit 0 + ${most}`,
      ),
    placeOf: ({ task }): [number] => [isSent ? task.seq : rankOf(task)],
    placeFits: [Number.isSafeInteger],
    moved: ([seq], most) => select(sql`task.seq > ${seq} order by task.seq limit 0 + ${most}`),
    changeOf: ({ task }): [number] => [task.seq],
    changeFits: [Number.isSafeInteger],
    newestChange: () => [lastSeq],
  });
  return presentPage(db, kind, rows, limit);
};

const presentPage = async (
  db: Queries,
  kind: string,
  rows: readonly MovingRow<ReadTask>[],
  limit: number,
): Promise<Page<Task>> => {
  const positionOf = ({ at }: MovingRow<ReadTask>): unknown => at;
  const { items, nextCursor } = pageWithin(kind, rows, limit, positionOf, ({ row }) => bytesOf(row));
  const tasks = items.map(({ row }) => row);
  return { items: await presentTasks(db, tasks), nextCursor };
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
  const { items, nextCursor } = pageWithin('tasks-by-number', rows, limit, ({ task }) => task.number, bytesOf);
  return { items: await presentTasks(db, items), nextCursor };
};

/**
 * The approximate size of a task in an answer, in bytes. An answer may hold the dependencies twice, as blockers too.
 */
const bytesOf = ({ task: { description, paths, labels, dependsOn, result } }: ReadTask): number =>
  1000 + utf8Bytes(description + JSON.stringify([paths, labels, dependsOn, dependsOn, result]));

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
