import type { JobStatus } from '@pairspace/protocol';
import { invariant } from '../lib/invariant.ts';

interface Transition {
  /** `none`: there is no job yet. */
  from: readonly (JobStatus | 'none')[];
  to: readonly JobStatus[];
}

/** Every way in which the status of a job changes, and no other (JOB-14); docs/spec.md shows this table. */
export const transitions = {
  submit: { from: ['none'], to: ['pending', 'failed'] },
  claim: { from: ['pending'], to: ['running'] },
  complete: { from: ['running'], to: ['completed', 'failed'] },
  fail: { from: ['running'], to: ['failed'] },
  release: { from: ['running'], to: ['pending'] },
  lose: { from: ['running'], to: ['pending', 'failed'] },
  expire: { from: ['pending'], to: ['failed'] },
  cancel: { from: ['pending', 'running'], to: ['cancelled'] },
} as const satisfies Record<string, Transition>;

export type Trigger = keyof typeof transitions;

export const assertTransition = (trigger: Trigger, from: JobStatus | 'none', to: JobStatus): void => {
  const allowed: Transition = transitions[trigger];
  invariant(
    allowed.from.includes(from) && allowed.to.includes(to),
    `a job does not go from ${from} to ${to} by ${trigger}`,
  );
};

export const hasEnded = (status: JobStatus): boolean => status !== 'pending' && status !== 'running';
