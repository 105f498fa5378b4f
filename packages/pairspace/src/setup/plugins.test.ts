import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@pairspace/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { hookPrograms } from '../reach/hook-programs.ts';
import { startPluginProgram } from '../reach/testing/plugin-program.ts';
import {
  openSession,
  processesOf,
  programFolder,
  ProgramUnderTest,
  removeFolder,
  reachOfBob,
} from '../reach/testing/program-under-test.ts';
import { run } from '../testing/a-terminal.ts';

const root = join(import.meta.dirname, '../../../..');
const claude = join(root, 'packages/pairspace/plugins/claude-code');
const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('the plugin for Claude Code names what is there', async () => {
  const market = await readJson(join(root, '.claude-plugin/marketplace.json'));
  expect(market).toMatchObject({ name: 'pairspace', plugins: [{ name: 'pairspace' }] });
  const [{ source }] = market['plugins'] as [{ source: string }];
  expect(join(root, source)).toBe(claude);
  const { version } = await readJson(join(root, 'packages/pairspace/package.json'));
  expect(await readJson(join(claude, '.claude-plugin/plugin.json'))).toMatchObject({ name: 'pairspace', version });
  const hooks = await readFile(join(claude, 'hooks/hooks.json'), 'utf8');
  const commands = [...hooks.matchAll(/pairspace hook claude-code (\w+)/g)];
  const { events = {}, edit } = hookPrograms['claude-code'] ?? {};
  expect(commands.map(([, event]) => event)).toEqual(['SessionStart', edit?.name, 'PostToolUse', 'Stop']);
  for (const [, event = ''] of commands) if (event !== edit?.name) expect(events).toHaveProperty(event);
  expect(await readJson(join(claude, '.mcp.json'))).toHaveProperty(['mcpServers', 'pairspace'], {
    command: 'pairspace',
    args: ['mcp'],
  });
  const skill = await readFile(join(claude, 'skills/pairspace/SKILL.md'), 'utf8');
  const { allTools } = await import('../../../mcp/src/all-tools.ts');
  const tools = new Set(allTools.map(({ name }) => name));
  for (const [name] of skill.matchAll(/pairspace_\w+/g)) expect(tools).toContain(name);
});

test.each([
  ['opencode', 'opencode plugin', 'here', /^s1: \[Pairspace\] 1 new entry/],
  ['opencode', 'opencode plugin', 'after a restart', /^s1: \[Pairspace\] 1 new entry/],
  ['copilot', 'copilot extension', 'here', /^enqueue: \[Pairspace\] 1 new entry/],
  ['opencode', 'opencode plugin', 'through a shell as on Windows', /^s1: \[Pairspace\] 1 new entry/],
] as const)(
  '[DOOR-13] the plugin for %s hands on what is new as %s, %s, and nothing of it outlives the program',
  async (program, via, place, expected) => {
    const { folder, env } = await programFolder({ pairspace: '../../main.ts' });
    const { ada, sessionId, link } = await openSession(app.url);
    const around = { ...env, PAIRSPACE_IDENTITY: program };
    try {
      expect((await run(['join', link, '--as', 'bob'], { env: around })).code).toBe(0);
      await using running = await startPluginProgram(program, {
        folder,
        env,
        onWindows: place === 'through a shell as on Windows',
        isResumed: place === 'after a restart',
        seat: `${sessionId}/bob`,
      });
      const reachOf = () => reachOfBob(ada, sessionId);
      await expect.poll(reachOf).toMatchObject({ mode: 'idle', via });
      await ada.postMessage({ sessionId, content: '@bob Hello' });
      await expect.poll(() => running.all('woken')).toEqual([expect.stringMatching(expected)]);
      if (program === 'opencode') {
        expect(running.all('env')).toEqual(['opencode']);
        expect(running.all('startedUnused')).toEqual(['0']);
      }
      await running[Symbol.asyncDispose]();
      await expect.poll(() => processesOf(folder)).toEqual([]);
    } finally {
      await removeFolder(folder);
    }
  },
);

test.each(['opencode', 'copilot'] as const)(
  '[DOOR-13] a window of %s whose conversation holds another seat, or none, is told nothing of a seat',
  async (program) => {
    const { folder, env } = await programFolder({ pairspace: '../../main.ts' });
    const { ada, sessionId, link } = await openSession(app.url, 3);
    const around = { ...env, PAIRSPACE_IDENTITY: program };
    try {
      for (const id of ['bob', 'eve']) expect((await run(['join', link, '--as', id], { env: around })).code).toBe(0);
      await using ofEve = await startPluginProgram(program, { folder, env, seat: `${sessionId}/eve` });
      await using ofNone = await startPluginProgram(program, { folder, env, isIdle: true });
      await using ofBob = await startPluginProgram(program, { folder, env, seat: `${sessionId}/bob` });
      await expect.poll(() => reachOfBob(ada, sessionId)).toMatchObject({ mode: 'idle' });
      await ada.postMessage({ sessionId, content: '@bob Hello' });
      await expect.poll(() => ofBob.all('woken').length).toBe(1);
      await ada.postMessage({ sessionId, content: '@eve Hello' });
      await expect.poll(() => ofEve.all('woken').length).toBe(1);
      expect([ofBob, ofEve, ofNone].map((window) => window.all('woken').length)).toEqual([1, 1, 0]);
    } finally {
      await removeFolder(folder);
    }
  },
);

test('[DOOR-56] the plugin for OpenCode says before an edit whose task holds the path', async () => {
  const { folder, env } = await programFolder({ pairspace: '../../main.ts' });
  const { ada, sessionId, link } = await openSession(app.url);
  try {
    const around = { ...env, PAIRSPACE_IDENTITY: 'opencode' };
    expect((await run(['join', link, '--as', 'bob'], { env: around })).code).toBe(0);
    await ada.createTask({ sessionId, title: 'Parse', paths: ['**/a.ts'], claim: true });
    await using running = await startPluginProgram('opencode', { folder, env, edits: join(folder, 'src/a.ts') });
    await expect
      .poll(() => running.all('woken'))
      .toContainEqual(expect.stringMatching(/^s1: \[Pairspace\] Task 1 of ada in ses_\w+ holds a path/));
    await running[Symbol.asyncDispose]();
    await expect.poll(() => processesOf(folder)).toEqual([]);
  } finally {
    await removeFolder(folder);
  }
});

/** Plays OpenCode, which asks for the permission of a command in the session `s1` and in one of its subagents. */
const askingProgram = (plugin: string): string => `
  const say = (news) => process.stdout.write(JSON.stringify(news) + '\\n');
  setInterval(() => undefined, 60_000);
  const { PairspaceAskPeople } = await import(${JSON.stringify(plugin)});
  const used = { tool: 'pairspace_pairspace_join', callID: 'c0', state: { input: {} } };
  const call = (callID, command) => ({ tool: 'bash', callID, state: { input: { command } } });
  const parts = { s1: [used, call('c1', 'git push')], child: [call('c2', 'ls')], other: [call('c3', 'rm x')], lost: [used] };
  const client = {
    session: {
      messages: async ({ path }) => ({ data: [{ parts: parts[path.id] }] }),
      get: async ({ path }) => ({ data: { parentID: path.id === 'child' ? 's1' : undefined } }),
    },
    postSessionIdPermissionsPermissionId: async ({ path, body }) => say({ [path.permissionID]: body.response }),
  };
  const { event } = await PairspaceAskPeople({ client, directory: '/w' });
  const ask = (id, sessionID, callID) =>
    event({ event: { type: 'permission.asked', properties: { id, sessionID, permission: 'bash', patterns: ['*'], tool: { callID } } } });
  for (const [id, sessionID, callID] of ${JSON.stringify([
    ['per_1', 's1', 'c1'],
    ['per_2', 'child', 'c2'],
    ['per_3', 'other', 'c3'],
    ['per_4', 'lost', 'c4'],
    ['per_5', 's1', 'c1'],
  ])}) ask(id, sessionID, callID);
  process.on('SIGUSR2', () =>
    event({ event: { type: 'permission.replied', properties: { requestID: 'per_5', reply: 'once' } } }));
  say({ ready: true });
`;

test('[ASK-19] [ASK-21] [ASK-22] the plugin for OpenCode gives each request of its agent the answer of people', async () => {
  const { folder, env } = await programFolder({ pairspace: '../../main.ts' });
  const home = { ...env, PAIRSPACE_URL: app.url };
  const { session, observerToken } = await createClient({ baseUrl: app.url }).createSession({ agentId: 'ada' });
  const person = createClient({ baseUrl: app.url, token: observerToken });
  const sessionId = session.id;
  const asks = async () => (await person.listAsks({ sessionId })).items;
  try {
    const link = `${app.url}/j/${session.inviteCode ?? ''}`;
    expect((await run(['join', link, '--as', 'bob'], { env: { ...home, PAIRSPACE_IDENTITY: 'opencode' } })).code).toBe(
      0,
    );
    expect((await run(['setup', 'opencode', '--ask-people', '--yes'], { env: home })).code).toBe(0);
    const plugin = join(folder, '.config/opencode/plugins/pairspace-ask-people.js');
    await writeFile(join(folder, 'program.mjs'), askingProgram(pathToFileURL(plugin).href));
    await using running = new ProgramUnderTest(process.execPath, [join(folder, 'program.mjs')], home);
    await expect.poll(async () => (await asks()).length).toBe(3);
    const [push, ...others] = (await asks()).filter(({ details }) => details.includes('      | git push\n'));
    expect([push?.title, others.length]).toEqual(['May I use bash?', 1]);
    const list = (await asks()).find(({ details }) => details.includes('      | ls\n'));
    await person.answerAsk({ sessionId, askId: list?.id ?? '', optionId: 'deny' });
    await expect.poll(() => running.all('per_2')).toEqual(['reject']);
    // A call that OpenCode does not tell cannot be shown.
    await expect.poll(() => running.all('per_4')).toEqual(['reject']);
    // Somebody at the terminal was the first to answer.
    process.kill(running.pid ?? 0, 'SIGUSR2');
    await expect
      .poll(async () => (await asks()).map(({ status }) => status).toSorted())
      .toEqual(['answered', 'open', 'withdrawn']);
    const [open] = (await asks()).filter(({ status }) => status === 'open');
    await person.answerAsk({ sessionId, askId: open?.id ?? '', optionId: 'approve' });
    await expect.poll(() => running.all('per_1')).toEqual(['once']);
    expect([running.all('per_3'), running.all('per_5')]).toEqual([[], []]);
  } finally {
    await removeFolder(folder);
  }
});
