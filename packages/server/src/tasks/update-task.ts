import { type BodyOf, canonicalJson, conflict, type Endpoints, type Task } from '@pairspace/protocol';
import { actorOf, type SessionCaller } from '../access/caller.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeTask } from './change-task.ts';
import { assertSeated, type TaskRules } from './create-task.ts';
import { assertNoCycle, blockersAmong, type Dependency, findDependencies, saveDependencies } from './dependencies.ts';
import { assertPathsFit } from './held-paths.ts';
import { getAsDirectorOrOwner, wrongState } from './policy.ts';
import { presentRead } from './task-store.ts';

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
  const { head, read } = await getAsDirectorOrOwner(tx, caller, ref, 'update');
  const { task } = read;
  if (task.version !== changes.expectedVersion || !admits(task.version)) {
    throw conflict('stale_version', `The task has version ${String(task.version)} now, not the expected one.`, {
      currentVersion: task.version,
      current: await presentRead(tx, read),
    });
  }
  const dependencies = changes.dependsOn && (await replaceDependencies(tx, task, changes.dependsOn, rules));
  const after: Task = {
    ...task,
    ...fieldsOf(changes),
    ...(await offerOf(tx, task, changes)),
    ...(dependencies && { dependsOn: dependencies.map(({ id }) => id) }),
  };
  if (canonicalJson(after) === canonicalJson(task)) return presentRead(tx, read);
  if (task.status === 'working' && changes.paths) await assertPathsFit(tx, after, rules.heldPaths);
  const blockers = dependencies ? blockersAmong(dependencies) : read.blockers;
  return changeTask(tx, {
    head,
    before: read,
    after: { ...read, task: { ...after, reason: null }, blockers },
    trigger: 'update',
    actor: actorOf(caller),
  });
};

const fieldsOf = ({ title, description, paths, labels, priority }: Changes): Partial<Task> => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(paths && { paths }),
  ...(labels && { labels: [...new Set(labels)] }),
  ...(priority !== undefined && { priority }),
});

/** Only a task that nobody owns can be offered; null withdraws the offer. */
const offerOf = async (
  tx: Transaction,
  task: Task,
  { offeredTo }: Changes,
): Promise<Pick<Task, 'status' | 'offeredTo'> | undefined> => {
  if (offeredTo === undefined || offeredTo === task.offeredTo) return undefined;
  if (task.status === 'working') throw wrongState(task);
  if (offeredTo !== null) await assertSeated(tx, task.sessionId, offeredTo);
  return { status: offeredTo === null ? 'open' : 'offered', offeredTo };
};

const replaceDependencies = async (
  tx: Transaction,
  task: Task,
  refs: readonly string[],
  { taskDependencies }: TaskRules,
): Promise<Dependency[]> => {
  const dependencies = await findDependencies(tx, task.sessionId, refs);
  await assertNoCycle(tx, task, dependencies);
  await saveDependencies(tx, task, dependencies, taskDependencies);
  return dependencies;
};
