import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { hookPrograms } from '../reach/hook-programs.ts';
import {
  openSession,
  processesOf,
  programFolder,
  ProgramUnderTest,
  removeFolder,
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
  expect(commands).toHaveLength(3);
  for (const [, event = ''] of commands) expect(hookPrograms['claude-code']?.events).toHaveProperty(event);
  expect(await readJson(join(claude, '.mcp.json'))).toHaveProperty(
    ['mcpServers', 'pairspace', 'args'],
    ['-y', 'pairspace', 'mcp'],
  );
  const skill = await readFile(join(claude, 'skills/pairspace/SKILL.md'), 'utf8');
  const { allTools } = await import('../../../mcp/src/all-tools.ts');
  const tools = new Set(allTools.map(({ name }) => name));
  for (const [name] of skill.matchAll(/pairspace_\w+/g)) expect(tools).toContain(name);
});

/** A module that plays the program: it loads the plugin as the program does and prints what the plugin asks for. */
const openCode = (plugin: string) => `
  const { Pairspace } = await import(${JSON.stringify(plugin)});
  const say = (news) => process.stdout.write(JSON.stringify(news) + '\\n');
  const promptAsync = async ({ path, body }) => say({ woken: path.id + ': ' + body.parts[0].text });
  const hooks = await Pairspace({ client: { session: { promptAsync } } });
  const output = { env: {} };
  await hooks['shell.env']({}, output);
  await hooks['tool.execute.before']({ tool: 'bash', sessionID: 'other', callID: 'c' }, { args: { command: 'ls' } });
  await hooks['tool.execute.before']({ tool: 'bash', sessionID: 's1', callID: 'c' }, { args: { command: 'pairspace inbox' } });
  say({ env: output.env.PAIRSPACE_IDENTITY });
`;
const copilotSdk = `
  const say = (news) => process.stdout.write(JSON.stringify(news) + '\\n');
  export const joinSession = async () => ({ send: async ({ prompt, mode }) => say({ woken: mode + ': ' + prompt }) });
`;

test.each([
  ['opencode', '.config/opencode/plugins/pairspace.js', /^s1: \[Pairspace\] 1 new entry/],
  ['copilot', '.copilot/extensions/pairspace/extension.mjs', /^enqueue: \[Pairspace\] 1 new entry/],
])(
  '[DOOR-13] the plugin for %s hands on what is new, and nothing of it outlives the program',
  async (program, path, expected) => {
    const { folder, env } = await programFolder({ pairspace: '../../main.ts' });
    const { ada, sessionId, link } = await openSession(app.url);
    const around = { ...env, PAIRSPACE_IDENTITY: program };
    try {
      expect((await run(['setup', program, '--yes'], { env })).code).toBe(0);
      expect((await run(['join', link, '--as', 'bob'], { env: around })).code).toBe(0);
      const plugin = pathToFileURL(join(folder, path)).href;
      const main = join(folder, 'program.mjs');
      await writeFile(main, program === 'opencode' ? openCode(plugin) : `await import(${JSON.stringify(plugin)});`);
      const sdk = join(folder, '.copilot/node_modules/@github/copilot-sdk');
      await mkdir(sdk, { recursive: true });
      await writeFile(join(sdk, 'package.json'), '{"name":"@github/copilot-sdk","exports":{"./extension":"./e.mjs"}}');
      await writeFile(join(sdk, 'e.mjs'), copilotSdk);
      await using running = new ProgramUnderTest(process.execPath, [main], env);
      const reachOf = async () =>
        (await ada.listPresence({ sessionId })).items.find(({ agentId }) => agentId === 'bob')?.reach;
      await expect
        .poll(reachOf, { timeout: 20_000 })
        .toMatchObject({ mode: 'idle', via: expect.stringContaining(program) as string });
      await ada.postMessage({ sessionId, content: '@bob Hello' });
      await expect.poll(() => running.all('woken'), { timeout: 10_000 }).toEqual([expect.stringMatching(expected)]);
      if (program === 'opencode') expect(running.all('env')).toEqual(['opencode']);
      await running[Symbol.asyncDispose]();
      await expect.poll(() => processesOf(folder), { timeout: 10_000 }).toEqual([]);
    } finally {
      await removeFolder(folder);
    }
  },
);
