import { testDatabaseUrl } from '@pairspace/testkit/test-database';
import { expect, test } from 'vitest';
import { planOf } from '../testing/plan-of.ts';
import { startTestApp } from '../testing/test-app.ts';
import { listAbandoned, listLapsedLeases, listOverdue, listPauseChanges, listUnseated } from './lapse-jobs.ts';

test.skipIf(testDatabaseUrl)(
  '[NET-34] the watch of jobs goes through what is busy alone, however many sessions and waiting jobs there are',
  async () => {
    await using app = await startTestApp();
    const few = [
      'SCAN compute_pool USING INDEX compute_pool_busy',
      'SCAN pool USING INDEX compute_pool_busy',
      'SCAN lane USING INDEX job_lane_waiting',
    ];
    for (const list of [
      listLapsedLeases,
      listOverdue,
      listPauseChanges,
      (db, _now, limit) => listAbandoned(db, limit),
      (db, _now, limit) => listUnseated(db, limit),
    ] satisfies (typeof listOverdue | typeof listPauseChanges)[]) {
      const plan = await planOf(app, (db) => list(db, 1, 1));
      expect(plan.filter((step) => step.startsWith('SCAN') && !few.includes(step))).toEqual([]);
    }
  },
);
