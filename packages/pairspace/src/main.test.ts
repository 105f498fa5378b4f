import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { SeatStore } from './seats/seat-store.ts';
import { processTerminal } from './terminal/terminal.ts';
import { run as runHere } from './testing/a-terminal.ts';

const program = [process.execPath, '--conditions=pairspace-source', join(import.meta.dirname, 'main.ts')];

let app: TestApp;
let home: string;
beforeAll(async () => {
  app = await startTestApp();
  home = await mkdtemp(join(tmpdir(), 'pairspace-home-'));
  expect((await runHere(['create', 'Plan', '--as', 'ada'], { env: env() })).code).toBe(0);
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

/** A process that listens but accepts no connection. When its queue is full, the system drops connection requests. */
const listenAndDrop = async () => {
  const code = `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () =>
    console.log(server.address().port));`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(String((await once(child.stdout, 'data'))[0]));
  child.kill('SIGSTOP');
  const waiting: Socket[] = [];
  for (let isTaken = true; isTaken;) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    waiting.push(socket);
    const taken = once(socket, 'connect', { signal: AbortSignal.timeout(200) });
    isTaken = await taken.then(
      () => true,
      () => false,
    );
  }
  return {
    url: `http://127.0.0.1:${String(port)}`,
    [Symbol.dispose]: () => {
      for (const socket of waiting) socket.destroy();
      child.kill('SIGKILL');
    },
  };
};

/** A folder of this user with the seat of a Codex at a service. */
const seatAt = async (service: string): Promise<string> => {
  const folder = await mkdtemp(join(home, 'dropped-'));
  await new SeatStore(join(folder, 'seats')).save({
    ...{ service, sessionId: 'ses_0123456789abcdefghij', sessionName: 'Plan', kind: 'agent' },
    ...{ agentId: 'bob', agentName: 'Bob', token: 'agt_x', identity: 'codex:s1', takenAt: '2026-01-01T00:00:00.000Z' },
  });
  return folder;
};

describe('pairspace as a process', () => {
  test('[DOOR-5] what is secret is in no command line, and what is piped is what was sent', async () => {
    const text = '- first\n- second\n'.repeat(5000);
    expect((await run([...program, 'send', '-'], text)).code).toBe(0);
    // An empty variable counts as unset.
    const empty = { PAIRSPACE_SESSION: '', PAIRSPACE_AGENT: '', PAIRSPACE_AGENT_KEY: '', PAIRSPACE_IDENTITY: '' };
    const { out, code } = await run([...program, 'read', '--json'], '', empty);
    expect(code).toBe(0);
    const page = JSON.parse(out) as { items: { content: string }[] };
    expect(page.items.at(-1)?.content).toBe(text);
    expect(out).not.toContain('\u001b[');
  });

  test('colours are for terminals alone, and NO_COLOR is heard', async () => {
    const line = [...program, 'read', '--limit', '1'].join(' ');
    const shown = await run(['script', '--quiet', '--return', '--command', line, '/dev/null']);
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('\u001b[') as string });
    expect(processTerminal({ FORCE_COLOR: '1' }).palette('red', 'x')).not.toBe('x');
    expect(processTerminal({ FORCE_COLOR: '1', NO_COLOR: '1' }).palette('red', 'x')).toBe('x');
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

  test('a hook ends within its time limit when the service drops packets', async () => {
    using away = await listenAndDrop();
    const folder = await seatAt(away.url);
    const ended = await run([...program, 'hook', 'codex', 'PostToolUse'], '{"session_id":"s1"}', {
      PAIRSPACE_HOME: folder,
    });
    expect(ended).toEqual({ code: 0, out: '', err: '' });
  });

  test('[DOOR-7] [DOOR-55] guard ends in its time where the service drops packets', async () => {
    using away = await listenAndDrop();
    const folder = await seatAt(away.url);
    execFileSync('git', ['init', '--quiet', folder]);
    const [file = '', ...args] = program;
    const here = { ...env(), PAIRSPACE_HOME: folder, PAIRSPACE_URL: '', CODEX_THREAD_ID: 's1' };
    const child = spawn(file, [...args, 'guard'], {
      env: { ...here, GIT_DIR: join(folder, '.git'), GIT_WORK_TREE: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const exit = once(child, 'exit');
    const said = String((await once(child.stderr, 'data'))[0]);
    expect([said, await exit]).toEqual([expect.stringContaining('The service cannot be reached.'), [7, null]]);
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
});

test('[DOOR-13] pairspace mcp ends with its program, even after the program has stopped reading', async () => {
  const [file = '', ...args] = program;
  const child = spawn(file, [...args, 'mcp'], { env: env(), stdio: ['pipe', 'pipe', 'ignore'] });
  const call = (id: number, method: string, params: object): string =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const clientInfo = { name: 'a program', version: '1' };
  child.stdin.write(call(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }));
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.write(call(2, 'tools/list', {}));
  // The pause lets the write of the answer fail before the input ends.
  setTimeout(() => child.stdin.end(), 1000);
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
});
