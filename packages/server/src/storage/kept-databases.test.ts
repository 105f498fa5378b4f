import type { Ask } from '@pairspace/protocol';
import { verifyExport } from '@pairspace/protocol/verify';
import { type Inside, lookInside } from '@pairspace/testkit/look-inside';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { tokenHash } from '../access/token.ts';
import { newSecret } from '../lib/random.ts';
import { databaseText, keptSecretKey } from '../testing/kept-database.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const folder = join(import.meta.dirname, '../../databases');
/** The databases of released versions, and one of the present version, which a release keeps (CONTRIBUTING.md). */
const kept = new Map([['this version', await databaseText()]]);
for (const file of existsSync(folder) ? await readdir(folder) : []) {
  kept.set(file, await readFile(join(folder, file), 'utf8'));
}
const keepAs = process.env['PAIRSPACE_KEEP_DATABASE'];
if (keepAs !== undefined) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${keepAs}.sql`), kept.get('this version') ?? '');
}

/** A service on a database as an earlier version has left it, in which the creator has a new token. */
const startOn = async (text: string, sessionId: string, token: string): Promise<TestApp> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'pairspace-kept-'));
  const db = new DatabaseSync(join(dataFolder, 'pairspace.sqlite'));
  db.exec(text);
  db.prepare(`update token set hash = ? where session_id = ? and role = 'creator'`).run(tokenHash(token), sessionId);
  db.close();
  return await startTestApp({ databaseUrl: undefined, dataFolder, secretKey: keptSecretKey });
};

/** Every column and index, whatever order they were made in. */
const schemaOf = async (inside: Inside): Promise<unknown> => {
  const columns = await inside.rows(
    `select m.name as "table", c.name, lower(c.type) as type, c."notnull", c.dflt_value, c.pk
     from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' order by m.name, c.name`,
  );
  const indexes = await inside.rows(`select name, tbl_name, sql from sqlite_schema where type = 'index' order by name`);
  const lines = indexes.map(({ name, tbl_name: table, sql }) => [name, table, String(sql).replace(/\s+/g, ' ')]);
  return { columns, indexes: lines };
};

const whole = async (app: TestApp, sessionId: string, token?: string) => {
  const { data } = await app.request('GET', `/api/sessions/${sessionId}/export`, { token });
  return verifyExport(data);
};

test.each([...kept])(
  '[OPS-23] the database of %s gets the schema of a new one, and its sessions go on',
  async (_, text) => {
    const first = text.slice('-- '.length, text.indexOf('\n'));
    const { sessionId } = JSON.parse(first) as { sessionId: string };
    const token = `agt_${newSecret()}`;
    await using app = await startOn(text, sessionId, token);
    {
      await using fresh = await startTestApp({ databaseUrl: undefined });
      await using made = await lookInside(fresh);
      await using kept = await lookInside(app);
      expect(await schemaOf(kept)).toEqual(await schemaOf(made));
    }
    const path = `/api/sessions/${sessionId}`;
    const before = await whole(app, sessionId, token);
    expect(before).toMatchObject({ messages: 2, notes: 1, files: 2 });
    const said = await app.request('POST', `${path}/messages`, { token, body: { content: '@bob it goes on' } });
    expect(said.status).toBe(201);
    expect(await whole(app, sessionId, token)).toMatchObject({ seq: before.seq + 1, messages: 3 });

    const [note] = (await app.request<{ items: { id: string; content: string }[] }>('GET', `${path}/notes`)).data.items;
    expect(note?.content).toBe('one\ntwo\n');
    const versions = await app.request<{ items: { content: string }[] }>(
      'GET',
      `${path}/notes/${note?.id ?? ''}/history`,
    );
    expect(versions.data.items.map(({ content }) => content)).toEqual(['one\ntwo\n', 'one\n']);
    const written = await app.request('POST', `${path}/files`, {
      token,
      body: { path: 'src/a.ts', content: 'let c;' },
    });
    expect(written.data).toMatchObject({ version: 3 });
    const earlier = await app.request('GET', `${path}/files/src/a.ts?version=1`);
    expect(earlier.data).toMatchObject({ content: 'let a;\n', encoding: 'utf-8', mediaType: 'text/plain' });
    const jobs = await app.request<{ items: { id: string }[] }>('GET', `${path}/compute/jobs`, { token });
    expect(jobs.data.items).toHaveLength(1);
    const asks = await app.request<{ items: Ask[] }>('GET', `${path}/asks`, { token });
    expect(asks.data.items.map(({ status, answer }) => [status, answer?.optionId])).toEqual([
      ['open', undefined],
      ['answered', 'approve'],
    ]);

    const forks = await app.request<{ items: { id: string }[] }>('GET', '/api/sessions');
    const fork = forks.data.items.find(({ id }) => id !== sessionId);
    expect(await whole(app, fork?.id ?? '')).toMatchObject({ notes: 1, files: 2 });
    expect((await app.request('DELETE', path, { token })).status).toBe(200);
    expect(await whole(app, fork?.id ?? '')).toMatchObject({ notes: 1, files: 2 });
  },
);
