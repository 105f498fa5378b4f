import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { run } from '../testing/a-terminal.ts';
import { startPluginProgram } from './testing/plugin-program.ts';
import {
  openSession,
  processesOf,
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

interface Hop {
  name: string;
  program: 'claude' | 'codex';
  via: string;
  /** More of the environment in which the program starts. */
  env?: Record<string, string>;
  /** Breaks the hop while the program runs. */
  breakIt?: (folder: string) => Promise<void>;
  finding: RegExp;
  /** The hook that takes over: the program and the event. */
  nextHop: readonly [string, string];
}

const hops: Hop[] = [
  {
    name: 'the program takes what it is handed, and drops it',
    program: 'claude',
    via: 'claude-code socket',
    env: { STAND_IN_DEAF: '1' },
    finding: /it took a test, and the agent has not read its inbox yet/,
    nextHop: ['claude-code', 'PostToolUse'],
  },
  {
    name: 'the socket is gone',
    program: 'claude',
    via: 'claude-code socket',
    breakIt: (folder) => rm(join(folder, 'inbox.sock')),
    finding: /ENOENT|ECONNREFUSED/,
    nextHop: ['claude-code', 'Stop'],
  },
  {
    name: 'the queue takes nothing',
    program: 'codex',
    via: 'codex queue',
    breakIt: async (folder) => {
      await rm(join(folder, 'queue'), { force: true });
      await mkdir(join(folder, 'queue'));
    },
    finding: /codex queue failed/,
    nextHop: ['codex', 'PostToolUse'],
  },
];

// They wait more than they work.
test.concurrent.for(hops)(
  '[DOOR-16] [DOOR-20] where $name, doctor names the hop, the sender sees it, and a hook takes over',
  { timeout: 180_000 },
  async ({ program, via, env: more = {}, breakIt, finding, nextHop }, { expect }) => {
    const { folder, env } = await programFolder({ [program]: `${program}-stand-in.ts` });
    const { ada, sessionId, link } = await openSession(app.url);
    const here = { STAND_IN_SOCKET: join(folder, 'inbox.sock'), STAND_IN_QUEUE: join(folder, 'queue') };
    const reach = () => reachOfBob(ada, sessionId);
    try {
      await using standIn = new ProgramUnderTest(program, [link], { ...env, ...here, ...more });
      await expect.poll(() => standIn.all('ready'), { timeout: 60_000 }).toEqual(['true']);
      await expect.poll(reach, { timeout: 30_000 }).toMatchObject({ mode: 'idle', via });
      await breakIt?.(folder);

      const doctor = ['doctor', '--as', 'bob', '--session', sessionId, '--seconds', '15'];
      const { code, out } = await run(doctor, { env });
      expect(code).toBe(1);
      expect(out).toMatch(new RegExp(`^FAIL {2}wake by ${via}: .*(?:${finding.source})`, 'm'));
      expect(out).toMatch(/^ok {4}stream/m);

      const { id } = await ada.postMessage({ sessionId, content: '@bob Are you there?' });
      // 30 s after a pointer that nobody followed.
      await expect.poll(reach, { timeout: 90_000, interval: 500 }).toMatchObject({ mode: 'none' });
      const { items } = await ada.listReceipts({ sessionId, messageId: id });
      expect(items.find(({ agentId }) => agentId === 'bob')?.state).not.toBe('read');
      expect(standIn.all('inbox')).toEqual([]);

      // The next hop: a hook, when the program runs one. It carries the test of the doctor first.
      const [hookName, event] = nextHop;
      const input = JSON.stringify({ session_id: standIn.all('thread')[0] });
      const hook = async (): Promise<string> => (await run(['hook', hookName, event], { env, input })).out;
      expect(await hook()).toContain('[Pairspace] Test ');
      // A hook leaves entries that another hop has handed on alone for 30 s.
      await expect.poll(hook, { timeout: 60_000, interval: 1000 }).toContain('[Pairspace] 1 new entry');
      await expect.poll(reach, { timeout: 30_000 }).toMatchObject({ via: `${hookName} hook ${event}` });
    } finally {
      await removeFolder(folder);
    }
  },
);

test.concurrent.for(['opencode', 'copilot'] as const)(
  '[DOOR-16] [DOOR-20] where %s refuses what its plugin hands it, or the plugin has lost its command, doctor says so',
  { timeout: 180_000 },
  async (program, { expect }) => {
    const { folder, env } = await programFolder({ pairspace: '../../main.ts' });
    const { ada, sessionId, link } = await openSession(app.url);
    const via = program === 'opencode' ? 'opencode plugin' : 'copilot extension';
    const reach = () => reachOfBob(ada, sessionId);
    const doctor = (seconds: string) =>
      run(['doctor', '--as', 'bob', '--session', sessionId, '--seconds', seconds], { env });
    try {
      expect((await run(['join', link, '--as', 'bob'], { env: { ...env, PAIRSPACE_IDENTITY: program } })).code).toBe(0);
      await using standIn = await startPluginProgram(program, { folder, env, isDeaf: true });
      await expect.poll(reach, { timeout: 30_000 }).toMatchObject({ mode: 'idle', via });
      const refused = await doctor('15');
      expect(refused.code).toBe(1);
      expect(refused.out).toMatch(
        new RegExp(`^FAIL {2}wake by ${via}: the program has not taken what its plugin`, 'm'),
      );

      const { id } = await ada.postMessage({ sessionId, content: '@bob Are you there?' });
      await expect.poll(() => standIn.all('handed').length, { timeout: 30_000 }).toBeGreaterThan(1);
      await expect.poll(reach, { timeout: 90_000, interval: 500 }).toMatchObject({ mode: 'none' });
      const { items } = await ada.listReceipts({ sessionId, messageId: id });
      expect(items.find(({ agentId }) => agentId === 'bob')).toMatchObject({ state: 'queued' });

      // All that runs in this home but the program itself is the command of the plugin.
      for (const command of (await processesOf(folder)).filter((one) => Number(one) !== standIn.pid)) {
        process.kill(Number(command), 'SIGKILL');
      }
      await expect
        .poll(async () => (await doctor('0')).out, { timeout: 30_000 })
        .toMatch(/^FAIL {2}wake: nothing reaches this agent → pairspace setup/m);
    } finally {
      await removeFolder(folder);
    }
  },
);
