import type { JobSummary } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import type { Shown } from '../views/session/shown.ts';
import { forYou } from './for-you.ts';

const job = (id: number, type: string, status: string): JobSummary =>
  ({ id: String(id), type, label: null, status, submittedBy: { agentName: 'Ada' }, error: null }) as JobSummary;

const mattersOf = (jobs: readonly JobSummary[]): string[] => {
  const feed = {
    events: { questions: { open: () => [] } },
    positions: { waiting: [] },
    presence: new Map(),
    partsThere: new Set(),
  };
  const state = { session: { status: 'active' }, seats: new Map(), jobs: new Map(jobs.map((one) => [one.id, one])) };
  return forYou({ feed, moment: { isPast: false, state } } as unknown as Shown, 0).map(({ key }) => key);
};

test('the newest three failed jobs without a later success are listed, oldest first', () => {
  const failed = [1, 2, 3, 4, 5].map((id) => job(id, id === 3 ? 'lint' : 'build', 'failed'));
  expect(mattersOf(failed)).toEqual(['3', '4', '5']);
  expect(mattersOf([...failed, job(6, 'build', 'completed'), job(7, 'build', 'failed')])).toEqual(['3', '7']);
});

test('a session with many failed jobs is read only once', () => {
  let reads = 0;
  const countingJob = (id: number): JobSummary =>
    Object.defineProperty(job(id, 'build', 'failed'), 'status', { get: () => (reads++, 'failed') });
  const jobs = Array.from({ length: 1000 }, (_, id) => countingJob(id));
  expect(mattersOf(jobs)).toHaveLength(3);
  expect(reads).toBeLessThan(10_000);
});
