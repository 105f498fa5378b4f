import type { LoggedName, TaskStatus } from '@pairspace/protocol';
import { invariant } from '../lib/invariant.ts';

interface Transition {
  /** `none`: there is no task yet. */
  from: readonly (TaskStatus | 'none')[];
  to: readonly TaskStatus[];
  event: Extract<LoggedName, `task.${string}`>;
}

const current = ['open', 'offered', 'working'] as const;
const ended = ['done', 'failed', 'cancelled'] as const;

/** Every way in which a task changes, and no other (TASK-6); docs/spec.md shows this table. */
export const transitions = {
  create: { from: ['none'], to: ['open', 'offered'], event: 'task.created' },
  claim: { from: ['open', 'offered'], to: ['working'], event: 'task.claimed' },
  decline: { from: ['offered'], to: ['open'], event: 'task.released' },
  reject: { from: ['offered'], to: ['cancelled'], event: 'task.ended' },
  release: { from: ['working'], to: ['open'], event: 'task.released' },
  expire: { from: ['working'], to: ['open'], event: 'task.released' },
  remove: { from: ['offered', 'working'], to: ['open'], event: 'task.released' },
  finish: { from: current, to: ['done', 'failed'], event: 'task.ended' },
  cancel: { from: current, to: ['cancelled'], event: 'task.ended' },
  reopen: { from: ended, to: ['open'], event: 'task.updated' },
  update: { from: current, to: current, event: 'task.updated' },
} as const satisfies Record<string, Transition>;

export type TaskTrigger = keyof typeof transitions;

/** Whether the trigger may change a task of this status. */
export const allows = (trigger: TaskTrigger, from: TaskStatus): boolean =>
  (transitions[trigger] as Transition).from.includes(from);

export const assertTransition = (trigger: TaskTrigger, from: TaskStatus | 'none', to: TaskStatus): void => {
  const allowed: Transition = transitions[trigger];
  invariant(
    allowed.from.includes(from) && allowed.to.includes(to),
    `a task does not go from ${from} to ${to} by ${trigger}`,
  );
};
