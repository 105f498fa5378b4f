import { isEndedTask, Task, taskAfterImport, TaskSummary } from '@pairspace/protocol';
import type { Row } from '../staged-rows.ts';
import { refuse, refuseCount } from './refuse.ts';
import { ids, parseWith, type RowBuffer, timeOf } from './row-buffer.ts';

type Node = Pick<Task, 'number' | 'status' | 'dependsOn' | 'blockedBy'>;

const ranks = 10_000_000;

export class TaskRows {
  readonly #buffer: RowBuffer;
  readonly #tasks = new Map<string, Node>();
  readonly #numbers = new Set<number>();
  /** The tasks in work at this point of the log, with the summaries that an import gives them. */
  readonly #inWork = new Map<string, { number: number; summary: string }>();

  constructor(buffer: RowBuffer) {
    this.#buffer = buffer;
  }

  task(exported: unknown): void {
    const given = parseWith(Task, exported, 'A task');
    this.#buffer.assertOurs(given, 'task');
    const task = taskAfterImport(given);
    // The number of a task may exceed the count of tasks in a fork. The bound on the number comes from the rank, which
    // encodes priority and number.
    this.#buffer.written.check('task', given);
    if (task.number >= ranks) {
      refuse(`The task ${String(task.number)} is beyond the bounds of a task.`);
    }
    if (this.#numbers.has(task.number)) refuse(`Two tasks have the number ${String(task.number)}.`);
    this.#numbers.add(task.number);
    this.#tasks.set(task.id, task);
    const { tasksPerSession } = this.#buffer.limits;
    if (this.#tasks.size > tasksPerSession) refuseCount('tasks', tasksPerSession);
    this.#buffer.put('task', rowOf(task));
    for (const other of new Set(task.dependsOn)) {
      this.#buffer.put('task_dependency', { task_id: task.id, depends_on: other });
    }
  }

  changed(task: Task, seq: number): void {
    if (!ids.task.test(task.id)) refuse(`Event ${String(seq)} has a task with an id that no service gives.`, seq);
    this.#putChange(seq, task);
    if (task.status !== 'working') this.#inWork.delete(task.id);
    else this.#inWork.set(task.id, { number: task.number, summary: summaryOf(taskAfterImport(task)) });
  }

  /** An import at `seq` opens the tasks in work again, without events of their own. */
  imported(seq: number): void {
    for (const { number, summary } of this.#inWork.values()) {
      this.#buffer.put('task_change', { number, seq, status: 'open', summary });
    }
    this.#inWork.clear();
  }

  /** Checks the dependencies: they are tasks of the session, have no cycle, and agree with what blocks each task. */
  check(): void {
    const tasks = this.#tasks;
    for (const { number, dependsOn, blockedBy } of tasks.values()) {
      const undone = dependsOn.filter((id) => tasks.get(id)?.status !== 'done');
      if (dependsOn.some((id) => !tasks.has(id)) || undone.join() !== blockedBy.join()) {
        refuse(`The task ${String(number)} is blocked by others than it depends on.`);
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

  #putChange(seq: number, task: Task): void {
    const { number, status } = task;
    this.#buffer.put('task_change', { number, seq, status, summary: summaryOf(task) });
  }
}

const rowOf = (task: Task): Row => ({
  id: task.id,
  number: task.number,
  rank: (3 - task.priority) * ranks + task.number,
  seq: task.seq,
  version: task.version,
  status: task.status,
  blockers: task.blockedBy.length,
  assignee_id: task.assignee?.agentId ?? null,
  assignee_name: task.assignee?.agentName ?? null,
  offered_to: task.offeredTo,
  path_count: task.paths.length,
  priority: task.priority,
  lease_ms: task.leaseMs,
  attempts: task.attempts,
  created_at: Date.parse(task.createdAt),
  updated_at: Date.parse(task.updatedAt),
  ended_at: timeOf(task.endedAt),
  title: task.title,
  requester: JSON.stringify(task.requester),
  labels: task.labels.map((label) => `\n${label}\n`).join(''),
  paths: JSON.stringify(task.paths),
  reason: task.reason,
  depends_on: JSON.stringify(task.dependsOn),
  description: task.description,
  result: JSON.stringify(task.result),
  a2a_caller: task.a2a ? `${task.requester.kind} ${task.requester.id}` : null,
  a2a_agent: task.a2a ? (task.a2a.agentId ?? '-') : null,
  a2a_declined: task.a2a?.declined ? 1 : 0,
  copied_from: task.copiedFrom ? JSON.stringify(task.copiedFrom) : null,
});

const summaryOf = (task: Task): string => JSON.stringify(TaskSummary.parse(task));

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
