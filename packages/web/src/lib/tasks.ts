import { isEndedTask, type Task, type TaskStatus } from '@pairspace/protocol';

/** The tasks of a session by id. */
export type Tasks = ReadonlyMap<string, Task>;

export const taskStatusWords: Readonly<Record<TaskStatus, string>> = {
  open: 'Open',
  offered: 'Offered',
  working: 'In work',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** The columns of a board; the last ones share a place. */
export const currentStatuses = ['open', 'offered', 'working'] as const;
export const endedStatuses = ['done', 'failed', 'cancelled'] as const;

export type Board = Readonly<Record<TaskStatus, readonly Task[]>>;

/** The order in which the service hands out tasks. */
const byPriority = (a: Task, b: Task): number => b.priority - a.priority || a.number - b.number;
const newestFirst = (a: Task, b: Task): number => b.seq - a.seq;

/** Tasks by status: those that have not ended by priority, the others with the newest first. */
export const boardOf = (tasks: Tasks): Board => {
  const found = Map.groupBy(tasks.values(), ({ status }) => status);
  const sorted = (status: TaskStatus): readonly Task[] =>
    (found.get(status) ?? []).sort(isEndedTask(status) ? newestFirst : byPriority);
  return {
    open: sorted('open'),
    offered: sorted('offered'),
    working: sorted('working'),
    done: sorted('done'),
    failed: sorted('failed'),
    cancelled: sorted('cancelled'),
  };
};

/** How many tasks have not ended. */
export const currentTasks = (tasks: Tasks): number => {
  let found = 0;
  for (const { status } of tasks.values()) if (!isEndedTask(status)) found++;
  return found;
};

/** A task on which another depends; only its id is known where the page has not read it. */
export interface Blocker {
  id: string;
  task: Task | undefined;
}

/**
 * The tasks that block this one. Their own status decides, because `blockedBy` of an event is from the time of the event;
 * it counts only for tasks that the page has not read. A blocker that has failed goes on blocking.
 */
export const blockersOf = ({ status, dependsOn, blockedBy }: Task, tasks: Tasks): Blocker[] =>
  isEndedTask(status)
    ? []
    : dependsOn
        .map((id) => ({ id, task: tasks.get(id) }))
        .filter(({ id, task }) => (task ? task.status !== 'done' : blockedBy.includes(id)));

/** The address of a link, where it is one that a browser may open. */
export const webAddress = (ref: string): string | undefined => {
  const { protocol, href } = URL.parse(ref) ?? {};
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
};
