import { testDatabaseUrl } from '@pairspace/testkit/test-database';
import { expect, test } from 'vitest';
import { planOf } from '../testing/plan-of.ts';
import { startTestApp } from '../testing/test-app.ts';
import { findPastSession } from './past-session.ts';

test.skipIf(testDatabaseUrl)('[TIME-2] a past session is found without reading the events of observers', async () => {
  await using app = await startTestApp();
  const row = { seq: 1, at: 1, data: '{"agents":[],"partner":null,"observerCount":0}' };
  const plan = await planOf(app, (db) => findPastSession(db, 'ses_1', 2), row);
  const within = '(session_id=? AND seq>? AND seq<?)';
  expect(plan.filter((step) => step.includes('event'))).toEqual([
    'SEARCH event USING INDEX event_of_whole_session (session_id=? AND seq<?)',
    'SEARCH event USING INDEX sqlite_autoindex_event_1 (session_id=? AND seq=?)',
    `SEARCH event USING INDEX event_of_seat ${within}`,
    `SEARCH event USING COVERING INDEX event_of_observer ${within}`,
    `SEARCH event USING COVERING INDEX event_of_observer_gone ${within}`,
  ]);
});
