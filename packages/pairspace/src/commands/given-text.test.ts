import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@pairspace/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { run } from '../testing/a-terminal.ts';

let app: TestApp;
let home: string;
let sessionId: string;
let token: string;
let observerToken: string;
beforeAll(async () => {
  app = await startTestApp({ compute: 'workers' });
  home = await mkdtemp(join(tmpdir(), 'pairspace-given-'));
  const opened = await createClient({ baseUrl: app.url }).createSession({ agentId: 'ada' });
  sessionId = opened.session.id;
  ({ agentToken: token, observerToken } = opened);
  await pairspace(['join', `${app.url}/j/${opened.session.inviteCode ?? ''}`, '--as', 'bob']);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

const pairspace = (args: readonly string[], input: string | Uint8Array = '', own = 'own') =>
  run(args, { env: { PAIRSPACE_HOME: join(home, own), PAIRSPACE_URL: app.url }, input });
const ada = () => createClient({ baseUrl: app.url, token });
const newest = async () => (await ada().listMessages({ sessionId, limit: 200 })).items.at(-1)?.content;

test('[DOOR-61] words after -- are words of each command', async () => {
  expect((await pairspace(['send', '--', '--not an option'])).code).toBe(0);
  expect(await newest()).toBe('--not an option');
  expect((await pairspace(['note', 'new', '--', '-Plan', '- one'])).code).toBe(0);
  expect((await ada().listNotes({ sessionId })).items.map(({ title }) => title)).toEqual(['-Plan']);
  expect((await pairspace(['send', '--', 'one', 'two'])).err).toContain('"two" is one word too many');
});

test.each([
  ['send', '-'],
  ['note', 'new', 'Plan', '-'],
  ['task', 'new', 'Parse', '-'],
  ['ask', 'May I?', '-'],
  ['webhooks', 'add', 'https://pair.example/', '--secret-from', '-'],
  ['note', 'edit', 'Plan', '--append', '-'],
  ['join', '-'],
  ['observe', '-'],
])('[DOOR-61] standard input that is not UTF-8, or is blank, is refused: %j', async (...args) => {
  const { code, err } = await pairspace(args, Buffer.from('caf\xe9 line 7?', 'latin1'));
  expect([code, err]).toEqual([2, expect.stringContaining('Standard input is not UTF-8 text.')]);
  expect((await pairspace(args, ' \n')).code).toBe(2);
});

test('[DOOR-61] a blank word and a blank file are refused', async () => {
  const blank = join(home, 'blank.txt');
  await writeFile(blank, '\n \n');
  for (const args of [
    ['send', ' '],
    ['send', '--file', blank],
    ['note', 'new', 'Plan', ' '],
  ]) {
    expect(await pairspace(args)).toMatchObject({ code: 2, err: expect.stringContaining('is blank') as string });
  }
});

test('[DOOR-61] a run caps its own cost, and the pool alone sets the pool', async () => {
  const { out } = await pairspace(['pool', '--credits', '1000', '--json']);
  expect(JSON.parse(out)).toMatchObject({ pool: { totalCredits: 1000 } });
  await writeFile(join(home, 's.js'), 'console.log(1)');
  const ran = await pairspace(['run', join(home, 's.js'), '--credits', '0.05', '--detach', '--json']);
  expect(JSON.parse(ran.out)).toMatchObject({ cost: 0.05 });
  const total = async () => (await ada().getCompute({ sessionId })).pool?.totalCredits;
  expect(await total()).toBe(1000);
  expect(await pairspace(['pool', '--credits', '5'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--shrink') as string,
  });
  expect(await total()).toBe(1000);
  expect((await pairspace(['pool', '--credits', '500', '--shrink'])).code).toBe(0);
  expect(await total()).toBe(500);
});

test('[DOOR-61] a path that leads out of the folder is told to need a name in the session', async () => {
  const path = join(home, 'out.txt');
  await writeFile(path, 'x');
  const { code, err } = await pairspace(['file', 'put', path]);
  expect([code, err]).toEqual([2, expect.stringContaining(`pairspace file put ${path} <path>`)]);
  expect((await pairspace(['file', 'put', path, '/abs'])).code).toBe(2);
  expect((await pairspace(['file', 'put', path, 'out.txt'])).code).toBe(0);
});

test('[DOOR-5] the address of the page is a link to watch with, and its holder may answer', async () => {
  const page = `${app.url}/#/s/${sessionId}?token=${observerToken}`;
  const { ask } = { ask: await ada().createAsk({ sessionId, kind: 'approval', title: 'May I push?' }) };
  expect((await pairspace(['observe', '-'], `${page}\n`, 'person')).code).toBe(0);
  expect((await pairspace(['answer', ask.id, 'approve'], '', 'person')).code).toBe(0);
  const joined = await pairspace(['join', page]);
  expect([joined.code, joined.err.includes(observerToken)]).toEqual([2, false]);
  expect(joined.err).toContain('pairspace observe');
  expect((await pairspace(['observe', `${app.url}/#/s/${sessionId}?token=${token}`])).code).toBe(2);
  expect((await pairspace(['observe', `${app.url}/#/s/${sessionId}`], '', 'public')).code).toBe(0);
});
