import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { hookPrograms } from '../reach/hook-programs.ts';
import { startPluginProgram } from '../reach/testing/plugin-program.ts';
import {
  openSession,
  processesOf,
  programFolder,
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
  ['copilot', 'copilot extension', 'through a shell as on Windows', /^enqueue: \[Pairspace\] 1 new entry/],
] as const)(
  '[DOOR-13] [DOOR-43] the plugin for %s hands on what is new as %s, %s, and nothing of it outlives the program',
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
      });
      const reachOf = () => reachOfBob(ada, sessionId);
      await expect.poll(reachOf, { timeout: 20_000 }).toMatchObject({ mode: 'idle', via });
      await ada.postMessage({ sessionId, content: '@bob Hello' });
      await expect.poll(() => running.all('woken'), { timeout: 10_000 }).toEqual([expect.stringMatching(expected)]);
      if (program === 'opencode') {
        expect(running.all('env')).toEqual(['opencode']);
        expect(running.all('startedUnused')).toEqual(['0']);
      }
      await running[Symbol.asyncDispose]();
      await expect.poll(() => processesOf(folder), { timeout: 10_000 }).toEqual([]);
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
      .poll(() => running.all('woken'), { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/^s1: \[Pairspace\] Task 1 of ada in ses_\w+ holds a path/));
    await running[Symbol.asyncDispose]();
    await expect.poll(() => processesOf(folder), { timeout: 10_000 }).toEqual([]);
  } finally {
    await removeFolder(folder);
  }
});
