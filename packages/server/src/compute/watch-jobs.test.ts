import { onSqlite } from '@pairspace/testkit/test-database';
import { expect, test } from 'vitest';
import type { Queries } from '../storage/storage.ts';
import { planOf } from '../testing/plan-of.ts';
import { startTestApp } from '../testing/test-app.ts';
import { findTurn } from './scheduler.ts';
import { listPauseChanges, listStuck } from './watch-jobs.ts';

test(
  'the watch of jobs and a claim go through what is busy alone, however many sessions and waiting jobs there are',
  onSqlite,
  async () => {
    await using app = await startTestApp();
    const few = ['SCAN compute_pool USING INDEX compute_pool_busy', 'SCAN pool USING INDEX compute_pool_busy'];
    for (const list of [
      (db: Queries) => listPauseChanges(db, 1),
      (db: Queries) => listStuck(db, { now: 1, refused: ['python'], limit: 1 }),
      (db: Queries) => findTurn(db, { types: ['sim', 'python'] }),
    ]) {
      const plan = await planOf(app, list);
      expect(plan.filter((step) => step.startsWith('SCAN') && !few.includes(step))).toEqual([]);
    }
  },
);
