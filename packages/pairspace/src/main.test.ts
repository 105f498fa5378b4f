import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';

const program = [process.execPath, '--conditions=pairspace-source', join(import.meta.dirname, 'main.ts')];

let app: TestApp;
let home: string;
beforeAll(async () => {
  app = await startTestApp();
  home = await mkdtemp(join(tmpdir(), 'pairspace-home-'));
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

const env = () => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  PAIRSPACE_HOME: home,
  PAIRSPACE_URL: app.url,
  TERM: 'xterm',
});

const run = (command: readonly string[], input = '', more = {}): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const [file = '', ...args] = command;
    const child = execFile(file, args, { env: { ...env(), ...more } }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err });
    });
    child.stdin?.end(input);
  });

/** The same with a pseudo-terminal for standard output. */
const inTerminal = (args: readonly string[]) =>
  run(['script', '--quiet', '--return', '--command', [...program, ...args].join(' '), '/dev/null']);

describe('pairspace as a process', () => {
  test('[DOOR-5] what is secret is in no command line, and what is piped is what was sent', async () => {
    expect((await run([...program, 'create', 'Plan', '--as', 'ada'])).code).toBe(0);
    const text = '- first\n- second\n'.repeat(5000);
    expect((await run([...program, 'send', '-'], text)).code).toBe(0);
    const { out, code } = await run([...program, 'read', '--json']);
    expect(code).toBe(0);
    const page = JSON.parse(out) as { items: { content: string }[] };
    expect(page.items.at(-1)?.content).toBe(text);
    const quoted = await run([...program, 'send', '- first']);
    expect(quoted).toMatchObject({ code: 0, err: '' });
  });

  test('colours are for terminals alone, and NO_COLOR is heard', async () => {
    const shown = await inTerminal(['read', '--limit', '1']);
    expect(shown.code).toBe(0);
    expect(shown.out).toContain('\u001b[');
    expect((await run([...program, 'read', '--limit', '1'])).out).not.toContain('\u001b[');
    const plain = await run([
      'env',
      'NO_COLOR=1',
      'script',
      '--quiet',
      '--return',
      '--command',
      [...program, 'read'].join(' '),
      '/dev/null',
    ]);
    expect(plain.out).not.toContain('\u001b[');
  });

  test('[DOOR-7] a watch that is interrupted ends with 130', async () => {
    const [file = '', ...args] = program;
    const watching = spawn(file, [...args, 'watch', '--since', '0'], {
      env: env(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(watching, 'exit');
    await once(watching.stdout, 'data');
    watching.kill('SIGINT');
    expect(await exit).toEqual([130, null]);
  });

  test('a reader that leaves early ends the command without an error', async () => {
    const { code, err } = await run([
      'bash',
      '--norc',
      '-o',
      'pipefail',
      '-c',
      `${program.join(' ')} read --json | head -c 10`,
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  test('[DOOR-5] an empty variable counts as unset', async () => {
    const empty = Object.fromEntries(
      ['SESSION', 'AGENT', 'AGENT_KEY', 'IDENTITY'].map((name) => [`PAIRSPACE_${name}`, '']),
    );
    expect((await run([...program, 'create', 'Empty'], '', empty)).code).toBe(0);
    const { out } = await run([...program, 'whoami', '--json'], '', empty);
    expect((JSON.parse(out) as { agentId: string }).agentId).toMatch(/^[\w-]+$/);
  });
});
