import { canonicalJson, isEndedTask, type Task, taskAfterImport } from '@pairspace/protocol';
import { columnsOf, ranks } from '../../../events/task-columns.ts';
import { refuse, refuseCount } from './refuse.ts';
import type { RowBuffer } from './row-buffer.ts';

type Node = Pick<Task, 'number' | 'status' | 'dependsOn'>;

export class TaskRows {
  readonly #buffer: RowBuffer;
  readonly #tasks = new Map<string, Node>();
  readonly #numbers = new Set<number>();
  /** The tasks in work, which an import opens. */
  readonly #working = new Map<string, Task>();

  constructor(buffer: RowBuffer) {
    this.#buffer = buffer;
  }

  changed(task: Task, seq: number): void {
    const { id, number, status, dependsOn } = task;
    const before = this.#tasks.get(id);
    // The number of a task may exceed the count of tasks in a fork. The rank, which holds the number, bounds it.
    if (before ? before.number !== number : this.#numbers.has(number) || number >= ranks) {
      refuse(`Event ${String(seq)} has a task with a number that it cannot have.`, seq);
    }
    this.#numbers.add(number);
    this.#tasks.set(id, { number, status, dependsOn });
    const { tasksPerSession } = this.#buffer.limits;
    if (this.#tasks.size > tasksPerSession) refuseCount('tasks', tasksPerSession);
    if (status === 'working') this.#working.set(id, task);
    else this.#working.delete(id);
    this.#put(task);
  }

  /** An import at `seq` opens the tasks in work, without events of their own (IMP-6). */
  imported(seq: number): void {
    for (const task of this.#working.values()) {
      const open = taskAfterImport(task);
      this.#put(open);
      this.#buffer.keepState(seq, { kind: 'task', id: task.id, endedAt: null, data: canonicalJson(open) });
    }
    this.#working.clear();
  }

  #put(task: Task): void {
    this.#buffer.replace('task', task.id, { ...columnsOf(task), blockers: task.blockedBy.length });
  }

  /** Stores the dependencies. Refuses those on a task that is not in the session, and those in a cycle. */
  last(): void {
    const tasks = this.#tasks;
    for (const [id, { number, dependsOn }] of tasks) {
      if (dependsOn.some((other) => !tasks.has(other)))
        refuse(`The task ${String(number)} depends on a task that is not in the session.`);
      for (const other of new Set(dependsOn)) {
        this.#buffer.put('task_dependency', { task_id: id, depends_on: other });
      }
    }
    const open = [...tasks.values()].filter(({ status }) => !isEndedTask(status)).length;
    const { openTasksPerSession, taskDependencies } = this.#buffer.limits;
    if (open > openTasksPerSession) refuseCount('tasks that have not ended', openTasksPerSession);
    const edges = [...tasks.values()].reduce((sum, { dependsOn }) => sum + dependsOn.length, 0);
    if (edges > taskDependencies) refuseCount('dependencies between tasks', taskDependencies);
    const inCycle = taskInCycle(tasks);
    if (inCycle !== undefined) refuse(`The task ${String(inCycle)} depends on itself.`);
  }
}

/** The number of a task in a cycle of dependencies; undefined without a cycle. */
export const taskInCycle = (tasks: ReadonlyMap<string, Pick<Task, 'number' | 'dependsOn'>>): number | undefined => {
  const left = new Map([...tasks].map(([id, { dependsOn }]) => [id, new Set(dependsOn).size]));
  const waiting = new Map<string, string[]>();
  for (const [id, { dependsOn }] of tasks) {
    for (const other of new Set(dependsOn)) {
      const others = waiting.get(other) ?? [];
      others.push(id);
      waiting.set(other, others);
    }
  }
  const free = [...left].filter(([, count]) => count === 0).map(([id]) => id);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    left.delete(id);
    for (const other of waiting.get(id) ?? []) {
      const count = (left.get(other) ?? 0) - 1;
      left.set(other, count);
      if (count === 0) free.push(other);
    }
  }
  // Each task that is left depends on another one that is left, so that the way along them ends in a cycle.
  const passed = new Set<string>();
  let [id] = left.keys();
  while (id !== undefined && !passed.has(id)) {
    passed.add(id);
    id = tasks.get(id)?.dependsOn.find((other) => left.has(other));
  }
  return id === undefined ? undefined : tasks.get(id)?.number;
};
