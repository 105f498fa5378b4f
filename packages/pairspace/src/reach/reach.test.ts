import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { run } from '../testing/a-terminal.ts';
import {
  openSession,
  programFolder,
  ProgramUnderTest,
  removeFolder,
  reachOfBob,
} from './testing/program-under-test.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const stateOf = async ({ ada, sessionId }: Awaited<ReturnType<typeof openSession>>, messageId: string) => {
  const { items } = await ada.listReceipts({ sessionId, messageId });
  return items.find(({ agentId }) => agentId === 'bob');
};

/** Starts a stand-in, says something to its idle agent, and follows the receipt. */
const reachThrough = async (program: string, file: string, via: string): Promise<void> => {
  const { folder, env } = await programFolder({ [program]: file });
  const session = await openSession(app.url);
  const { ada, sessionId, link } = session;
  const here = { STAND_IN_SOCKET: join(folder, 'inbox.sock'), STAND_IN_QUEUE: join(folder, 'queue') };
  try {
    await using standIn = new ProgramUnderTest(program, [link], { ...env, ...here });
    await expect.poll(() => standIn.all('ready')).toEqual(['true']);
    const reachOf = () => reachOfBob(ada, sessionId);
    // No hook runs here, so nothing tells whether a turn of Codex has ended.
    await expect.poll(reachOf).toMatchObject({ mode: program === 'codex' ? 'unknown' : 'idle', via });

    const said = await ada.postMessage({ sessionId, content: '@bob Are you there?' });
    await expect.poll(async () => (await stateOf(session, said.id))?.state).not.toBe('queued');
    expect((await stateOf(session, said.id))?.via).toMatch(new RegExp(`^(?:${via}|mcp)$`));
    await expect.poll(async () => (await stateOf(session, said.id))?.state).toBe('read');
    expect(standIn.all('woken')).toEqual([expect.stringContaining(`up to #${String(said.seq)}`)]);
    expect(standIn.all('woken')[0]).not.toContain('Are you there');
    expect(standIn.all('inbox')).toEqual([expect.stringContaining('Are you there')]);
  } finally {
    await removeFolder(folder);
  }
};

describe('an idle agent', () => {
  test('[DOOR-13] of Claude Code is woken by its inbox socket and reads for itself', async () => {
    await reachThrough('claude', 'claude-stand-in.ts', 'claude-code socket');
  });

  test('[DOOR-13] of Codex is woken by its queue, thread by thread', async () => {
    await reachThrough('codex', 'codex-stand-in.ts', 'codex queue');
  });
});

/** Starts a monitor as a process, and has it hear a signal again and again until it has ended. */
const startMonitor = (env: Record<string, string>) => {
  const child = spawn('pairspace', ['monitor', '--via', 'opencode plugin'], { env });
  const exit = once(child, 'exit');
  return {
    child,
    endBy: async (signal: NodeJS.Signals): Promise<unknown[]> => {
      const ending = setInterval(() => child.kill(signal), 1);
      const [code, by] = (await exit) as [number | null, NodeJS.Signals | null];
      clearInterval(ending);
      return [code, by];
    },
  };
};

test('[DOOR-13] [DOOR-17] a monitor follows what is joined later, prints one line for what is new, and says that it ends', async () => {
  const { folder, env } = await programFolder({ pairspace: '../../main.ts' });
  const { ada, sessionId, link } = await openSession(app.url);
  const around = { ...env, PAIRSPACE_IDENTITY: 'opencode' };
  const reachOf = () => reachOfBob(ada, sessionId);
  try {
    const lines: string[] = [];
    const monitor = startMonitor(around);
    monitor.child.stdout.on('data', (piece: Buffer) => lines.push(...piece.toString().split('\n').filter(Boolean)));
    expect((await run(['join', link, '--as', 'bob'], { env: around })).code).toBe(0);
    await expect.poll(reachOf).toMatchObject({ mode: 'idle', via: 'opencode plugin' });
    await ada.postMessage({ sessionId, content: '@bob one' });
    await ada.postMessage({ sessionId, content: '@bob two' });
    await expect.poll(() => lines).not.toEqual([]);
    expect(await monitor.endBy('SIGTERM')).toEqual([130, null]);
    expect(await reachOf()).toMatchObject({ mode: 'none' });
    for (const line of lines) expect(line).toMatch(/^\[Pairspace\] \d new entr/);
    expect(lines.length).toBeLessThanOrEqual(2);
  } finally {
    await removeFolder(folder);
  }
});

test('[DOOR-17] a monitor whose terminal is closed says that nothing reaches its agent any more', async () => {
  const { folder, env } = await programFolder({ pairspace: '../../main.ts' });
  const { ada, sessionId, link } = await openSession(app.url);
  const around = { ...env, PAIRSPACE_IDENTITY: 'opencode' };
  try {
    expect((await run(['join', link, '--as', 'bob'], { env: around })).code).toBe(0);
    const monitor = startMonitor(around);
    await expect.poll(() => reachOfBob(ada, sessionId)).toMatchObject({ mode: 'idle' });
    await monitor.endBy('SIGHUP');
    expect(await reachOfBob(ada, sessionId)).toMatchObject({ mode: 'none' });
  } finally {
    await removeFolder(folder);
  }
});
