import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adaptersHere, claudeSocket, codexQueue } from './adapters-here.ts';
import { atLeast } from './adapters-here.ts';
import { removeFolder } from './testing/program-under-test.ts';

let folder: string;
let env: Record<string, string>;
let server: Server | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-adapters-'));
  await mkdir(join(folder, 'bin'));
  const socket = join(folder, 'inbox.sock');
  env = { PATH: join(folder, 'bin'), CLAUDE_CODE_MESSAGING_SOCKET: socket, CLAUDE_CODE_MESSAGING_TOKEN: 'secret' };
});
afterEach(async () => {
  server?.close();
  server = undefined;
  await removeFolder(folder);
});

const { signal } = new AbortController();

/** Puts a program on the search path that does what a shell script says. */
const program = async (name: string, script: string): Promise<void> => {
  const path = join(folder, 'bin', name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
};

/** Listens where the socket is. Resolves with what came on the next connection. */
const listen = (): Promise<string> =>
  new Promise((resolve) => {
    server = createServer((socket) => {
      void text(socket).then((said) => {
        if (said !== '') resolve(said);
      });
    }).listen(env['CLAUDE_CODE_MESSAGING_SOCKET']);
  });

const above =
  (...commands: string[]) =>
  () =>
    commands.map((command) => command.split(' '));
const claude = above('node pairspace mcp', '/usr/bin/claude');

describe('the inbox socket of Claude Code', () => {
  test('is not there where the program does not name it', () => {
    expect(claudeSocket({ PATH: '' }, claude)).toBeUndefined();
  });

  test('says which part of the way is broken', async () => {
    const check = (ancestors = claude) => claudeSocket(env, ancestors)?.check(signal);
    await expect(check()).rejects.toThrow('claude is not found on this machine.');
    await program('claude', 'echo "2.1.200 (Claude Code)"');
    await expect(check()).rejects.toThrow(/^Claude Code 2\.1\.200 has no inbox socket; 2\.1\.\d+ has\.$/);
    await program('claude', 'echo hello');
    await expect(check()).rejects.toThrow('claude --version names no version.');
    await program('claude', 'echo "broken install" >&2; exit 3');
    await expect(check()).rejects.toThrow('claude --version failed: broken install.');
    await program('claude', 'echo "2.1.240 (Claude Code)"');
    await expect(check()).rejects.toThrow(/ENOENT|ECONNREFUSED/);
    void listen();
    await expect(check()).resolves.toBe('Claude Code 2.1.240 listens');
    await expect(check(above('codex', 'claude'))).rejects.toThrow(
      'The socket is that of another program above this one.',
    );
    await expect(check(above('/opt/Cursor/cursor', 'claude'))).rejects.toThrow('another program');
    await expect(check(above('bash'))).rejects.toThrow('another program');
    await expect(check(above('bash -c claude', 'codex exec ask claude', 'claude'))).rejects.toThrow('another program');
  });

  test('takes two lines, the token first', async () => {
    const said = listen();
    await claudeSocket(env, claude)?.wake('[Pairspace] "quoted"\nand more', signal);
    expect((await said).split('\n').map((line) => (line === '' ? '' : (JSON.parse(line) as unknown)))).toEqual([
      { type: 'auth', token: 'secret' },
      { type: 'user', message: { role: 'user', content: '[Pairspace] "quoted"\nand more' } },
      '',
    ]);
  });

  test('[DOOR-16] fails where nobody listens', async () => {
    await expect(claudeSocket(env, claude)?.wake('x', signal)).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  });
});

describe('the queue of Codex', () => {
  test('says which part of the way is broken', async () => {
    const queue = codexQueue('t1', env);
    await expect(queue.check(signal)).rejects.toThrow('codex is not found on this machine.');
    await program('codex', 'echo "codex-cli 0.148.2"');
    await expect(queue.check(signal)).rejects.toThrow('Codex 0.148.2 has no message queue; 0.149.0 has.');
    await program('codex', 'echo "codex-cli 0.160.0"');
    await expect(queue.check(signal)).resolves.toBe('Codex 0.160.0 has a queue');
    await program('codex', 'echo "no thread t1 is loaded" >&2; exit 1');
    await expect(queue.wake('x', signal)).rejects.toThrow('codex queue failed: no thread t1 is loaded.');
  });

  test('is given the thread and the line as they are', async () => {
    await program('codex', `for word in "$@"; do printf '%s\\n' "$word"; done > ${join(folder, 'said')}`);
    await codexQueue('t1', env).wake('[Pairspace] "quoted" $HOME `ls`', signal);
    const said = await readFile(join(folder, 'said'), 'utf8');
    expect(said).toBe('queue\n--thread\nt1\n--message\n[Pairspace] "quoted" $HOME `ls`\n');
  });
});

test('the queue of Codex is no way to an agent below codex exec, which reads none', () => {
  const viaOf = (command: string): string[] =>
    adaptersHere({ program: 'codex', key: 'codex:t1' }, {}, above('node pairspace mcp', command)).map(({ via }) => via);
  for (const words of ['', ' resume --last', ' -m exec-1 please', ' app-server --listen unix:', ' please exec it']) {
    expect(viaOf(`/usr/bin/codex${words}`)).toEqual(['codex queue']);
  }
  for (const words of ['exec', 'exec --json x', '-c a=b exec x', '--model m --search exec', 'e x', 'review']) {
    expect(viaOf(`node /usr/bin/codex ${words}`)).toEqual([]);
    expect(viaOf(`/opt/vendor/codex/codex ${words}`)).toEqual([]);
  }
});

test('versions are compared by number', () => {
  expect(atLeast('2.1.224', '2.1.224')).toBe(true);
  expect(atLeast('2.10.0', '2.9.9')).toBe(true);
  expect(atLeast('2.1.99', '2.1.224')).toBe(false);
  expect(atLeast('1.9.999', '2.0.0')).toBe(false);
});
