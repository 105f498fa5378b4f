import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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

/** On an idle machine it is offered within 1 s. */
const offeredWithinMs = 3000;

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
    await expect.poll(() => standIn.all('ready'), { timeout: 20_000 }).toEqual(['true']);
    const reachOf = () => reachOfBob(ada, sessionId);
    await expect.poll(reachOf, { timeout: 10_000 }).toMatchObject({ mode: 'idle', via });

    const said = await ada.postMessage({ sessionId, content: '@bob Are you there?' });
    const began = performance.now();
    await expect
      .poll(async () => (await stateOf(session, said.id))?.state, { interval: 20, timeout: 10_000 })
      .not.toBe('queued');
    const offeredMs = performance.now() - began;
    expect(offeredMs).toBeLessThan(offeredWithinMs);
    expect((await stateOf(session, said.id))?.via).toMatch(new RegExp(`^(?:${via}|mcp)$`));
    await expect.poll(async () => (await stateOf(session, said.id))?.state, { timeout: 10_000 }).toBe('read');
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

test('[DOOR-13] a monitor prints one line for what is new, and follows what is joined later', async () => {
  const { folder, env } = await programFolder({ pairspace: '../../main.ts' });
  const { ada, sessionId, link } = await openSession(app.url);
  const around = { ...env, PAIRSPACE_IDENTITY: 'opencode' };
  try {
    const lines: string[] = [];
    const monitor = spawn('pairspace', ['monitor', '--via', 'opencode plugin'], { env: around });
    monitor.stdout.on('data', (piece: Buffer) => lines.push(...piece.toString().split('\n').filter(Boolean)));
    const join = spawn('pairspace', ['join', link, '--as', 'bob'], { env: around, stdio: 'ignore' });
    expect(await once(join, 'exit')).toEqual([0, null]);
    const reachOf = () => reachOfBob(ada, sessionId);
    await expect.poll(reachOf, { timeout: 20_000 }).toMatchObject({ via: 'opencode plugin' });
    await ada.postMessage({ sessionId, content: '@bob one' });
    await ada.postMessage({ sessionId, content: '@bob two' });
    await expect.poll(() => lines.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await pause(1000);
    expect(lines).toEqual([expect.stringMatching(/^\[Pairspace\] \d new entr/)]);
    monitor.kill('SIGTERM');
    expect(await once(monitor, 'exit')).toEqual([130, null]);
  } finally {
    await removeFolder(folder);
  }
});

test.each([
  ['whose terminal is closed', 'SIGHUP'],
  ['that is ended', 'SIGTERM'],
] as const)(
  '[DOOR-17] a monitor %s says that nothing reaches its agent any more, also if it hears so again and again',
  async (_how, signal) => {
    const { folder, env } = await programFolder({ pairspace: '../../main.ts' });
    const { ada, sessionId, link } = await openSession(app.url);
    const around = { ...env, PAIRSPACE_IDENTITY: 'opencode' };
    try {
      expect((await run(['join', link, '--as', 'bob'], { env: around })).code).toBe(0);
      const monitor = spawn('pairspace', ['monitor', '--via', 'opencode plugin'], { env: around, stdio: 'ignore' });
      const reachOf = () => reachOfBob(ada, sessionId);
      await expect.poll(reachOf, { timeout: 20_000 }).toMatchObject({ mode: 'idle' });
      const exit = once(monitor, 'exit');
      const ending = setInterval(() => monitor.kill(signal), 1);
      await exit;
      clearInterval(ending);
      expect(await reachOf()).toMatchObject({ mode: 'none' });
    } finally {
      await removeFolder(folder);
    }
  },
);
