import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { aSession } from '../testing/a-session.ts';
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

  const db = new DatabaseSync(`${app.folder}/pairspace.sqlite`, { readOnly: true });
  const tables = db
    .prepare(`select m.name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'session_id'`)
    .all()
    .map((row) => String(row['name']));
  expect(tables.length).toBeGreaterThan(6);
  const rowsOf = (id: string) =>
    tables.filter((table) => db.prepare(`select 1 from ${table} where session_id = ?`).get(id) !== undefined);
  await vi.waitFor(() => {
    expect(rowsOf(doomed.id)).toEqual([]);
  }, 10_000);
  expect(rowsOf(kept.id)).toEqual(
    expect.arrayContaining(['event', 'message', 'note', 'note_version', 'file', 'token', 'presence']),
  );
  db.close();
});

test('[ACC-6] a token of a deleted session is 401, a stranger gets 404', async () => {
  await using app = await startTestApp();
  const { creator, partner, observer, stranger } = await aSession(app);
  await observer('DELETE', '');
  for (const caller of [creator, partner, observer]) expect((await caller('GET', '')).status).toBe(401);
  expect((await stranger('GET', '')).status).toBe(404);
});
