import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../../../server/src/testing/test-app.ts';
import { run } from '../testing/a-terminal.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'pairspace-default-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const pairspace = (args: string, more: Record<string, string> = {}) =>
  run(args.split(' '), { env: { HOME: home, PATH: '', PAIRSPACE_HOME: home, ...more } });

test('the commands use the service that setup was given, and PAIRSPACE_URL goes before it', async () => {
  await using app = await startTestApp();
  const nowhere = 'http://127.0.0.1:9';
  expect((await pairspace(`setup --service ${app.url}`)).out).toContain(`+ ${app.url}`);
  expect(await readdir(home)).toEqual([]);
  expect((await pairspace(`setup --service ${app.url}/ --yes`)).code).toBe(0);
  const created = await pairspace('create --as ada');
  expect(created.out).toContain(`${app.url}/j/`);
  const [, code = ''] = /\/j\/(\S+)/.exec(created.out) ?? [];
  expect((await pairspace(`join ${code} --as bob`)).code).toBe(0);
  expect((await pairspace('create', { PAIRSPACE_URL: nowhere })).code).toBe(7);
  expect((await pairspace('create', { PAIRSPACE_URL: '' })).code).toBe(0);
  expect((await pairspace('doctor --as nobody')).out).toContain(`${app.url} responds`);

  expect((await pairspace('setup codex --remove --yes')).code).toBe(0);
  expect(await readdir(home)).toContain('service');
  expect((await pairspace('setup --remove --yes')).out).toContain(`- ${app.url}`);
  expect(await readdir(home)).not.toContain('service');
});

test('a file that holds no address is named, and nothing is asked of anyone', async () => {
  await writeFile(join(home, 'service'), 'somewhere\n');
  const { code, err } = await pairspace('create');
  expect([code, err]).toEqual([1, expect.stringContaining(join(home, 'service'))]);
});
