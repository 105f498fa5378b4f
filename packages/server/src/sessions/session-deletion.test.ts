import { until } from '@pairspace/testkit/until';
import { expect, test } from 'vitest';
import { createSlices } from '../slices.ts';
import { aSession } from '../testing/a-session.ts';
import { lookInside } from '@pairspace/testkit/look-inside';
import { startTestApp } from '../testing/test-app.ts';

test('[SES-15] nothing of a deleted session stays in the database, and nothing of another goes with it', async () => {
  await using app = await startTestApp();
  const doomed = await aSession(app);
  const kept = await aSession(app);
  for (const { creator } of [doomed, kept]) {
    await creator('POST', '/messages', { body: { content: 'hello' } });
    await creator('POST', '/notes', { body: { title: 'Plan', content: 'text' } });
    await creator('POST', '/files', { body: { path: 'a.txt', content: 'text' } });
    await creator('POST', '/presence');
  }
  expect((await doomed.creator('DELETE', '')).data).toEqual({ id: doomed.id, deleted: true });

  await using inside = await lookInside(app);
  const tables = await inside.tables('session_id');
  expect(tables.length).toBeGreaterThan(6);
  const rowsOf = async (id: string): Promise<string[]> => {
    const found: string[] = [];
    for (const table of tables) {
      const rows = await inside.rows(`select 1 from ${table} where session_id = '${id}'`);
      if (rows.length > 0) found.push(table);
    }
    return found;
  };
  await until(async () => {
    expect(await rowsOf(doomed.id)).toEqual([]);
  });
  expect(await rowsOf(kept.id)).toEqual(
    expect.arrayContaining(['event', 'entity', 'file_content', 'token', 'presence']),
  );
});

test('every table with rows of sessions is emptied by a slice, or by what this list names', async () => {
  const elsewhere = {
    seat: 'in the transaction of the deletion',
    participation: 'with what the agents did',
    deletion: 'when nothing is left',
    content: 'with its last use',
    content_body: 'with its last use',
    rating: 'not with the session: it belongs to the agent',
    watching: 'when the last of its streams ends',
    idempotency: 'after 24 h: nobody can read an answer without the key that its caller has',
  };
  await using app = await startTestApp();
  await using inside = await lookInside(app);
  const tables = createSlices(() => 0).flatMap(({ sessionTables }) => sessionTables ?? []);
  const known = [...tables.map(({ name }) => name), ...Object.keys(elsewhere)];
  expect(known.toSorted()).toEqual((await inside.tables('session_id')).toSorted());
});

test('[ACC-6] a token of a deleted session is 401, a stranger gets 404', async () => {
  await using app = await startTestApp();
  const { creator, partner, observer, stranger } = await aSession(app);
  await observer('DELETE', '');
  for (const caller of [creator, partner, observer]) expect((await caller('GET', '')).status).toBe(401);
  expect((await stranger('GET', '')).status).toBe(404);
});
