import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { aSession } from '../../../server/src/testing/a-session.ts';
import { type CommandResult, run } from '../testing/a-terminal.ts';

let app: TestApp;
let folder: string;
let kid: string;

beforeAll(async () => {
  app = await startTestApp({ adminToken: 'the-operator' });
  folder = await mkdtemp(join(tmpdir(), 'pairspace-verify-'));
  const fixture = await aSession(app);
  await fixture.creator('POST', '/messages', { body: { content: 'Hello' } });
  const { data } = await fixture.creator('GET', '/export');
  await writeFile(join(folder, 'session.json'), JSON.stringify(data));
  await writeFile(join(folder, 'altered.json'), JSON.stringify(data).replaceAll('Hello', 'Hallo'));
  const site = await fixture.creator<Record<string, string>>('GET', '/export/site');
  for (const [path, text] of Object.entries(site.data)) {
    await mkdir(dirname(join(folder, 'site', path)), { recursive: true });
    await writeFile(join(folder, 'site', path), text);
  }
  kid = (await app.request<{ keys: { kid: string }[] }>('GET', '/api/keys')).data.keys[0]?.kid ?? '';
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const verify = (name: string, ...options: string[]): Promise<CommandResult> =>
  run(['verify', join(folder, name), ...options], { env: { PAIRSPACE_HOME: join(folder, 'home') } });

test('[CHN-9] a key that nobody knows is not believed; one that was given or asked for is, and stays known', async () => {
  const unknown = await verify('session.json');
  expect(unknown.code).toBe(1);
  expect(unknown.err).toContain('--service');
  expect((await verify('session.json', '--key', 'A'.repeat(43))).err).toContain(kid);
  expect((await verify('session.json', '--key', kid)).code).toBe(0);
  expect((await verify('session.json', '--any-key')).code).toBe(0);
  expect((await verify('session.json', '--service', app.url)).code).toBe(0);
  const later = await verify('session.json', '--json');
  expect(JSON.parse(later.out)).toMatchObject({ kind: 'export', key: { kid } });
});

test.for(['json', 'jsonl'])(
  '[CHN-9] an export by the command is verified without a word about keys: %s',
  async (format) => {
    const env = { PAIRSPACE_HOME: join(folder, 'another-home') };
    const created = await run(['create', '--service', app.url, '--as', 'ada', '--json'], { env });
    expect(created.code).toBe(0);
    const to = join(folder, `by-the-command.${format}`);
    expect((await run(['export', '--format', format, '--to', to], { env })).code).toBe(0);
    const verified = await run(['verify', to], { env });
    expect([verified.err, verified.code]).toEqual(['', 0]);
    expect(verified.out).toContain('is as the service made it');
    await writeFile(to, (await readFile(to, 'utf8')).replaceAll('Untitled', 'Entitled'));
    const altered = await run(['verify', to], { env });
    expect([altered.code, altered.err]).toEqual([1, expect.stringContaining('Event 1 is not as it was hashed')]);
  },
);

test('[CHN-9] a service that has lost a key that it had is not believed', async () => {
  const file = join(folder, 'home', 'known-keys.json');
  await mkdir(dirname(file), { recursive: true });
  const before = await readFile(file, 'utf8').catch(() => '{}');
  await writeFile(file, JSON.stringify({ [app.url]: [{ kid: 'B'.repeat(43) }] }));
  const refused = await verify('session.json', '--service', app.url);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('B'.repeat(43))]);
  await writeFile(file, before);
});

test('[CHN-9] a folder with a hidden file or a link is no site', async () => {
  await writeFile(join(folder, 'site', '.htaccess'), 'Redirect / /elsewhere');
  expect((await verify('site', '--key', kid)).err).toContain('.htaccess is no part of the site');
  await rm(join(folder, 'site', '.htaccess'));
  await symlink('/dev/zero', join(folder, 'site', 'more'));
  expect((await verify('site', '--key', kid)).err).toContain('more is neither a file nor a folder');
  await rm(join(folder, 'site', 'more'));
  expect((await verify('site', '--key', kid)).code).toBe(0);
});

test('[CHN-9] what was changed is named, and a folder of a site is checked as well', async () => {
  const altered = await verify('altered.json', '--key', kid);
  expect(altered.code).toBe(1);
  expect(altered.err).toMatch(/event \d+/i);
  const told = JSON.parse((await verify('altered.json', '--key', kid, '--json')).out) as { error: object };
  expect(told.error).toMatchObject({ code: 'VERIFICATION_FAILED', details: { reason: 'hash' } });
  const whole = await verify('site', '--key', kid);
  expect([whole.code, whole.out]).toEqual([0, expect.stringContaining('The site of')]);
  await writeFile(join(folder, 'site', 'people.html'), 'changed');
  expect((await verify('site', '--key', kid)).err).toContain('people.html');
  expect((await verify('missing.json')).code).toBe(2);
});

test('[CHN-9] a document writes nothing that a terminal obeys, and says whose key it is', async () => {
  const [escape, bell] = ['\u001b', '\u0007'];
  const document = {
    format: 'pairspace.session',
    version: 1,
    session: { id: 's' },
    events: [{ seq: `${escape}]0;x${bell}` }],
  };
  await writeFile(join(folder, 'escape.json'), JSON.stringify(document));
  const { err } = await verify('escape.json', '--any-key');
  expect(err).toContain('\\u{1b}]0;x');
  expect(err).not.toContain(`${escape}]`);
  const text = JSON.stringify({ ok: true, data: {} }).replace('{}', '{"a":1,"a":2}');
  await writeFile(join(folder, 'doubled.json'), text);
  expect((await verify('doubled.json', '--any-key')).err).toContain("'a' stands twice");
  expect((await verify('session.json', '--service', app.url)).out).toContain(`${kid}, of ${app.url}`);
});

test('[ADM-4] the pages of the log of the administration are verified, and the first wrong entry is named', async () => {
  for (const name of ['one', 'two', 'three'])
    await app.request('POST', '/api/create-keys', { token: 'the-operator', body: { name } });
  const page = (query: string) =>
    app.request<{ items: { seq: number }[]; nextCursor: string | null }>('GET', `/api/admin/log?limit=2${query}`, {
      token: 'the-operator',
    });
  const first = await page('');
  const second = await page(`&since=${String(first.data.nextCursor)}`);
  const files = await Promise.all(
    [first.data, { ok: true, data: second.data }].map(async (content, index) => {
      const file = join(folder, `admin-${String(index)}.json`);
      await writeFile(file, JSON.stringify(content));
      return file;
    }),
  );
  const check = (...words: string[]) => run(['verify', ...words], { env: { PAIRSPACE_HOME: join(folder, 'home') } });
  const whole = await check(...files, '--json');
  expect([whole.code, JSON.parse(whole.out)]).toMatchObject([0, { kind: 'admin log', seq: 3 }]);
  expect((await check(...files)).out).toContain('3 entries');
  const altered = join(folder, 'admin-altered.json');
  await writeFile(altered, JSON.stringify(first.data).replace('"one"', '"own"'));
  const wrong = await check(altered);
  expect([wrong.code, wrong.err.includes('Entry 1')]).toEqual([1, true]);
  const later = await check(files[1] ?? '');
  expect([later.code, later.err.includes('Entry 1')]).toEqual([1, true]);
  expect((await check(files[0] ?? '', join(folder, 'session.json'))).code).toBe(2);
});

test('[ADM-4] a log of the administration has entries and no key', async () => {
  const entry = { seq: 1, hash: 'x' };
  await writeFile(join(folder, 'page.json'), JSON.stringify({ items: [entry], nextCursor: null }));
  for (const options of [['--key', kid], ['--any-key'], ['--service', app.url]]) {
    const { code, err } = await verify('page.json', ...options);
    expect([code, err]).toEqual([2, expect.stringContaining('A log of the administration has no key.')]);
  }
  for (const page of [{ items: [] }, { ok: true, data: { items: [], nextCursor: null } }]) {
    await writeFile(join(folder, 'page.json'), JSON.stringify(page));
    expect((await verify('page.json')).err).toContain('The page has no entry.');
  }
});

test('[CHN-9] a forged export is not taken for a log of the administration', async () => {
  const forged = JSON.parse(await readFile(join(folder, 'altered.json'), 'utf8')) as object;
  for (const document of [
    { ...forged, items: [] },
    { ok: true, data: { ...forged, items: [] } },
  ]) {
    await writeFile(join(folder, 'forged.json'), JSON.stringify(document));
    const { code, err } = await verify('forged.json', '--key', kid);
    expect([code, err]).toEqual([1, expect.stringMatching(/event \d+/i)]);
  }
  await writeFile(join(folder, 'forged.json'), JSON.stringify({ ...forged, data: { items: [] } }));
  expect((await verify('forged.json', '--key', kid)).code).toBe(1);
});
