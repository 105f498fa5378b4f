import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Queries, SqlValue } from '../storage/storage.ts';
import { startTestApp } from '../testing/test-app.ts';
import { testDatabaseUrl } from '@pairspace/testkit/test-database';
import { findPastSession } from './past-session.ts';

test.skipIf(testDatabaseUrl)('[TIME-2] a past session is found without reading the events of observers', async () => {
  await using app = await startTestApp();
  using db = new DatabaseSync(`${app.folder}/pairspace.sqlite`, { readOnly: true });
  const plan: string[] = [];
  const explain = (strings: TemplateStringsArray, values: SqlValue[]): void => {
    const rows = db.prepare(`explain query plan ${strings.join('?')}`).all(...values);
    plan.push(...rows.map(({ detail }) => String(detail)).filter((detail) => detail.includes('event')));
  };
  const queries: Queries = {
    all: (strings, ...values) => {
      explain(strings, values);
      return Promise.resolve([]);
    },
    get: <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) => {
      explain(strings, values);
      return Promise.resolve({ seq: 1, at: 1, data: '{"agents":[],"partner":null,"observerCount":0}' } as Row);
    },
    run: () => Promise.resolve(0),
  };
  await findPastSession(queries, 'ses_1', 2);
  const within = '(session_id=? AND seq>? AND seq<?)';
  expect(plan).toEqual([
    'SEARCH event USING INDEX event_of_whole_session (session_id=? AND seq<?)',
    'SEARCH event USING INDEX sqlite_autoindex_event_1 (session_id=? AND seq=?)',
    `SEARCH event USING INDEX event_of_seat ${within}`,
    `SEARCH event USING COVERING INDEX event_of_observer ${within}`,
    `SEARCH event USING COVERING INDEX event_of_observer_gone ${within}`,
  ]);
});
