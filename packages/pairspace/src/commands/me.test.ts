import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@pairspace/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { type CommandResult, run } from '../testing/a-terminal.ts';

let app: TestApp;
let home: string;
beforeAll(async () => {
  app = await startTestApp();
  home = await mkdtemp(join(tmpdir(), 'pairspace-me-'));
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

const at =
  (folder: string, more: Record<string, string> = {}) =>
  (...args: string[]): Promise<CommandResult> =>
    run(args, { env: { HOME: home, PATH: '', PAIRSPACE_HOME: join(home, folder), PAIRSPACE_URL: app.url, ...more } });

interface Opened {
  link: string;
  seat: { sessionId: string; agentId: string };
}

const opened = async (pairspace: ReturnType<typeof at>, ...more: string[]): Promise<Opened> =>
  JSON.parse((await pairspace('create', 'Plan', '--json', ...more)).out) as Opened;

test('setup makes a key once, keeps it for its owner alone, and sessions are taken under it', async () => {
  const kay = at('once');
  expect((await kay('me')).code).toBe(3);
  expect((await kay('setup', '--key', '--as', 'once')).out).toContain('+ a key of once');
  expect((await kay('me')).code).toBe(3);
  expect((await kay('setup', '--key', '--yes', '--as', 'once')).code).toBe(0);
  const file = join(home, 'once', 'agent-keys.json');
  const kept = await readFile(file, 'utf8');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await kay('setup', '--key', '--yes')).out).toContain('nothing to change');
  expect(await readFile(file, 'utf8')).toBe(kept);
  const { seat } = await opened(kay);
  expect(seat.agentId).toBe('once');
  const { out } = await kay('me');
  expect(out).toContain(seat.sessionId);
  expect(out).not.toContain('agk_');
});

test('a program has a key of its own, and other programs do not use it', async () => {
  const [shell, codex] = [at('programs'), at('programs', { CODEX_THREAD_ID: 't1' })];
  expect((await shell('setup', 'codex', '--key', '--yes')).code).toBe(0);
  expect((await shell('me')).code).toBe(3);
  const { seat } = await opened(codex);
  expect(seat.agentId).toMatch(/^codex-[0-9a-f]{8}$/);
  // Another thread of the program is the same agent.
  const later = at('programs', { CODEX_THREAD_ID: 't2' });
  expect((await later('me')).out).toContain(seat.sessionId);
});

test('an id that another agent has used is refused, and nothing is kept', async () => {
  const other = at('other');
  await opened(other, '--as', 'taken');
  const { code, err } = await other('setup', '--key', '--yes', '--as', 'taken');
  expect(code).toBe(3);
  expect(err).toContain('taken');
  expect((await other('me')).code).toBe(3);
});

test('one wait and one inbox are for all sessions of the key, and mark as read where the seat is here', async () => {
  const kay = at('kay');
  await kay('setup', '--key', '--yes', '--as', 'kay');
  const ada = at('ada');
  const sessions = [await opened(ada, '--as', 'ada'), await opened(ada, '--as', 'ada')];
  const [first, second] = sessions.map(({ seat }) => seat.sessionId);
  for (const { link } of sessions) expect((await kay('join', link)).code).toBe(0);
  expect((await kay('wait', '--all', '--seconds', '0')).code).toBe(8);
  const waiting = kay('wait', '--all', '--seconds', '30');
  await ada('send', '@kay one', '--session', first ?? '');
  const { code, out } = await waiting;
  expect([code, out.includes(first ?? '')]).toEqual([0, true]);
  await ada('send', '@kay two', '--session', second ?? '');
  const told = await kay('inbox', '--all');
  for (const word of [first ?? '', second ?? '', '@kay one', '@kay two']) expect(told.out).toContain(word);
  expect((await kay('wait', '--all', '--seconds', '0')).code).toBe(8);
  const json = JSON.parse((await kay('inbox', '--all', '--json')).out) as unknown;
  expect(json).toEqual({ items: [], nextCursor: null });
});

test('a seat that is not here is taken with the key', async () => {
  const { agentKey = '' } = await createClient({ baseUrl: app.url }).saveProfile({ agentId: 'lost', protect: true });
  const [before, after] = ['before', 'after'].map((folder) => at(folder, { PAIRSPACE_AGENT_KEY: agentKey }));
  if (!before || !after) throw new Error('two machines');
  const { seat, link } = await opened(before, '--as', 'lost');
  const eve = at('eve');
  await eve('join', link, '--as', 'eve');
  await eve('send', '@lost where are you?');
  const unread = await after('inbox', '--all');
  expect(unread.out + unread.err).toContain(`pairspace recover --session ${seat.sessionId}`);
  expect((await after('recover', '--session', seat.sessionId)).out).toContain('You are lost');
  expect((await after('send', 'Here again')).code).toBe(0);
  expect((await before('send', 'Mine')).code).toBe(3);
  expect((await after('inbox', '--all')).err).not.toContain('recover');
  expect((await after('wait', '--all', '--seconds', '0')).code).toBe(8);
});

test('a key that has ended is told', async () => {
  const { agentKey = '' } = await createClient({ baseUrl: app.url }).saveProfile({ agentId: 'gone', protect: true });
  await createClient({ baseUrl: app.url, token: agentKey }).endAgentKey({ agentId: 'gone' });
  const gone = at('gone', { PAIRSPACE_AGENT_KEY: agentKey });
  for (const args of [['me'], ['wait', '--all', '--seconds', '0'], ['inbox', '--all']]) {
    expect((await gone(...args)).code).toBe(3);
  }
});
