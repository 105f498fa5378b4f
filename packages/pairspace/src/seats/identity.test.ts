import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ancestorsOf, argvIn } from './ancestors.ts';
import { agentProgramIn, identityOf, isOwn, newAgentId } from './identity.ts';

const none = () => [];

describe('who runs the command', () => {
  test('is a shell where no agent program is known', () => {
    expect(identityOf({}, none)).toEqual({ program: 'shell', key: 'shell' });
  });

  test('is the session of the agent program around it', () => {
    expect(identityOf({ CLAUDE_CODE_SESSION_ID: 'a1' }, none)).toEqual({
      program: 'claude-code',
      key: 'claude-code:a1',
    });
    expect(identityOf({ CODEX_THREAD_ID: 't1' }, none)).toEqual({ program: 'codex', key: 'codex:t1' });
    expect(identityOf({ CODEX_THREAD_ID: 't1', PAIRSPACE_IDENTITY: 'x' }, none).key).toBe('custom:x');
  });

  test('is the nearest program where one was started by another', () => {
    const env = { CLAUDE_CODE_SESSION_ID: 'a1', CODEX_THREAD_ID: 't1' };
    const above =
      (...commands: string[]) =>
      () =>
        commands.map((command) => command.split(' '));
    expect(identityOf(env, above('bash -c x', '/usr/bin/codex exec', 'node /opt/claude')).key).toBe('codex:t1');
    expect(identityOf(env, above('bash -c x', 'node /opt/bin/claude', 'codex')).key).toBe('claude-code:a1');
    expect(identityOf(env, above('bash -c claude', 'codex exec ask claude', 'claude')).key).toBe('codex:t1');
  });

  test.each([
    ['claude', 'claude-code'],
    ['/home/ada/.local/share/claude/versions/2.1.332 --resume', 'claude-code'],
    ['node --no-warnings /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js', 'claude-code'],
    ['codex exec -c model=m fix what claude wrote', 'codex'],
    ['/home/claude/bin/codex', 'codex'],
    ['node /home/claude/lib/node_modules/@openai/codex/bin/codex.js', 'codex'],
    ['/usr/bin/node --max-old-space-size=4096 /usr/bin/gemini', 'gemini'],
    ['bun run /opt/opencode/bin/opencode', 'opencode'],
    ['/opt/Cursor/Cursor.exe --type=utility', 'cursor'],
    ['bash -lc claude', undefined],
    ['node /opt/pairspace/bin/pairspace mcp claude', undefined],
  ])('of %j is identified by the name of the program: %s', (command, program) => {
    expect(agentProgramIn(command.split(' '))).toBe(program);
  });

  test('is identified from a line of ps, in which the path of the program may contain spaces', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pairspace of ps '));
    await writeFile(join(folder, 'claude'), '');
    expect(argvIn(`${join(folder, 'claude')} --resume x`)).toEqual([join(folder, 'claude'), '--resume', 'x']);
    expect(argvIn('codex exec x')).toEqual(['codex', 'exec', 'x']);
    await rm(folder, { recursive: true });
  });

  test('is the program in the shells of Gemini CLI and Copilot CLI, as for their MCP servers', () => {
    expect(identityOf({ GEMINI_CLI: '1' }, none)).toEqual(identityOf({ PAIRSPACE_IDENTITY: 'gemini' }, none));
    expect(identityOf({ COPILOT_AGENT_SESSION_ID: 'u' }, none)).toEqual(
      identityOf({ PAIRSPACE_IDENTITY: 'copilot' }, none),
    );
    const env = { CODEX_THREAD_ID: 't1', GEMINI_CLI: '1' };
    expect(identityOf(env, () => [['node', '/opt/bin/gemini']]).key).toBe('custom:gemini');
  });

  test('is known by its window, where its program tells of it', () => {
    const [before, after] = ['a1', 'a2'].map((id) =>
      identityOf({ CLAUDE_CODE_SESSION_ID: id, CLAUDE_CODE_MESSAGING_SOCKET: '/tmp/s' }, none),
    );
    if (!before || !after) throw new Error('There is no identity.');
    const seat = { identity: before.key, window: before.window };
    expect(isOwn(seat, after)).toBe(true);
    expect(isOwn(seat, identityOf({ CLAUDE_CODE_SESSION_ID: 'a2' }, none))).toBe(false);
    expect(isOwn({ identity: before.key }, after)).toBe(false);
  });

  test('names an agent by its program, also where the program does not tell its sessions apart', () => {
    expect(newAgentId(identityOf({ PAIRSPACE_IDENTITY: 'opencode' }, none))).toMatch(/^opencode-[0-9a-f]{8}$/);
    expect(newAgentId(identityOf({ PAIRSPACE_IDENTITY: 'ci' }, none))).toMatch(/^custom-[0-9a-f]{8}$/);
    expect(newAgentId(identityOf({ CODEX_THREAD_ID: 't1' }, none))).toMatch(/^codex-[0-9a-f]{8}$/);
  });

  test('can be told from the processes above', () => {
    const [parent, ...further] = ancestorsOf(process.pid);
    expect(parent?.[0]).toContain('node');
    expect(further.length).toBeGreaterThan(0);
  });
});
