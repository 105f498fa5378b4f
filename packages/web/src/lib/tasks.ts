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

/** The columns of a board. The columns of ended tasks share one place. */
export const currentStatuses = ['open', 'offered', 'working'] as const;
export const endedStatuses = ['done', 'failed', 'cancelled'] as const;

export type Board = Readonly<Record<TaskStatus, readonly Task[]>>;

/** The order in which the service hands out tasks. */
const byPriority = (a: Task, b: Task): number => b.priority - a.priority || a.number - b.number;
const newestFirst = (a: Task, b: Task): number => b.seq - a.seq;

/** Tasks by status. Tasks that have not ended stand in order of priority, ended tasks with the newest first. */
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

/** A task on which another task depends. `task` is undefined where the page has not read the task. */
export interface Blocker {
  id: string;
  task: Task | undefined;
}

/**
 * The tasks that block this task. The status of each decides, because `blockedBy` in an event is from the time of the
 * event. `blockedBy` counts only for tasks that the page has not read. A failed task goes on blocking.
 */
export const blockersOf = ({ status, dependsOn, blockedBy }: Task, tasks: Tasks): Blocker[] =>
  isEndedTask(status)
    ? []
    : dependsOn
        .map((id) => ({ id, task: tasks.get(id) }))
        .filter(({ id, task }) => (task ? task.status !== 'done' : blockedBy.includes(id)));

/** The address of a link with http or https, which a browser may open; undefined for any other. */
export const webAddress = (ref: string): string | undefined => {
  const { protocol, href } = URL.parse(ref) ?? {};
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
};
