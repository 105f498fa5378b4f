import type { Actor, Task } from '@pairspace/protocol';

export const ranks = 10_000_000;

/** The first task of a list has the lowest rank. */
export const rankOf = ({ priority, number }: Pick<Task, 'priority' | 'number'>): number =>
  (3 - priority) * ranks + number;

/** Labels as the table keeps them: lines between line feeds, so that each can be searched for as a whole. */
export const labelLines = (labels: readonly string[]): string => labels.map((label) => `\n${label}\n`).join('');

/** The columns by which a task is found. */
export const columnsOf = (task: Task) => ({
  id: task.id,
  number: task.number,
  rank: rankOf(task),
  seq: task.seq,
  status: task.status,
  assignee_id: task.assignee?.agentId ?? null,
  offered_to: task.offeredTo,
  lease_ms: task.leaseMs,
  updated_at: Date.parse(task.updatedAt),
  a2a_caller: task.a2a ? a2aCallerOf(task.requester) : null,
  a2a_agent: task.a2a ? (task.a2a.agentId ?? '-') : null,
  labels: labelLines(task.labels),
  path_count: task.paths.length,
  paths: JSON.stringify(task.paths),
});

/** The sender of a task through A2A, as the column has it. */
export const a2aCallerOf = ({ kind, id }: Pick<Actor, 'kind' | 'id'>): string => `${kind} ${id}`;
