import { type BodyOf, conflict, type Endpoints, type Task } from '@pairspace/protocol';
import { actorOf, type SessionCaller } from '../access/caller.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeTask } from './change-task.ts';
import { assertSeated, type TaskRules } from './create-task.ts';
import { assertNoCycle, blockersAmong, findDependencies, saveDependencies } from './dependencies.ts';
import { assertPathsFit } from './held-paths.ts';
import { getAsDirectorOrOwner, wrongState } from './policy.ts';
import { labelLines, presentRead, rankOf, type ReadTask } from './task-store.ts';

type Changes = BodyOf<Endpoints['updateTask']>;

/** Changes fields of a task that has not ended. Values that stay the same make no change and no event (TASK-12). */
export const updateTask = async (
  tx: Transaction,
  caller: SessionCaller,
  ref: string,
  changes: Changes,
  admits: (version: number) => boolean,
  rules: TaskRules,
): Promise<Task> => {
  const { head, row } = await getAsDirectorOrOwner(tx, caller, ref, 'update');
  if (row.version !== changes.expectedVersion || !admits(row.version)) {
    throw conflict('stale_version', `The task has version ${String(row.version)} now, not the expected one.`, {
      currentVersion: row.version,
      current: await presentRead(tx, row),
    });
  }
  const fields = fieldsOf(row, changes);
  const after = {
    ...row,
    ...fields,
    ...(await offerOf(tx, row, changes)),
    ...(await blockersOf(tx, row, changes, rules)),
  };
  if (isSame(row, after)) return presentRead(tx, row);
  if (row.status === 'working' && changes.paths) await assertPathsFit(tx, after, rules.heldPaths);
  return changeTask(tx, {
    head,
    before: row,
    after: { ...after, reason: null },
    trigger: 'update',
    actor: actorOf(caller),
  });
};

const fieldsOf = (row: ReadTask, { title, description, paths, labels, priority }: Changes): Partial<ReadTask> => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(paths && { paths: JSON.stringify(paths), path_count: paths.length }),
  ...(labels && { labels: labelLines([...new Set(labels)]) }),
  ...(priority !== undefined && { priority, rank: rankOf({ priority, number: row.number }) }),
});

/** Only a task that nobody owns can be offered; null withdraws the offer. */
const offerOf = async (
  tx: Transaction,
  row: ReadTask,
  { offeredTo }: Changes,
): Promise<Pick<ReadTask, 'status' | 'offered_to'> | undefined> => {
  if (offeredTo === undefined || offeredTo === row.offered_to) return undefined;
  if (row.status === 'working') throw wrongState(row);
  if (offeredTo !== null) await assertSeated(tx, row.session_id, offeredTo);
  return { status: offeredTo === null ? 'open' : 'offered', offered_to: offeredTo };
};

const blockersOf = async (
  tx: Transaction,
  row: ReadTask,
  { dependsOn }: Changes,
  { taskDependencies }: TaskRules,
): Promise<Pick<ReadTask, 'depends_on' | 'blockers'> | undefined> => {
  if (!dependsOn) return undefined;
  const dependencies = await findDependencies(tx, row.session_id, dependsOn);
  await assertNoCycle(tx, row, dependencies);
  await saveDependencies(tx, row, dependencies, taskDependencies);
  return { depends_on: JSON.stringify(dependencies.map(({ id }) => id)), blockers: blockersAmong(dependencies) };
};

const isSame = (before: ReadTask, after: ReadTask): boolean =>
  (Object.keys(after) as (keyof ReadTask)[]).every((field) => before[field] === after[field]);
