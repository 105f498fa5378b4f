import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { run } from '../testing/a-terminal.ts';
import { openSession, programFolder, ProgramUnderTest, removeFolder } from './testing/program-under-test.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

interface Hop {
  name: string;
  program: 'claude' | 'codex';
  via: string;
  /** More of the surroundings in which the program starts. */
  env?: Record<string, string>;
  /** Breaks the hop while the program runs. */
  breakIt?: (folder: string) => Promise<void>;
  finding: RegExp;
}

const hops: Hop[] = [
  {
    name: 'the program takes what it is handed, and drops it',
    program: 'claude',
    via: 'claude-code socket',
    env: { STAND_IN_DEAF: '1' },
    finding: /it took a test, and the agent has not read its inbox yet/,
  },
  {
    name: 'the socket is gone',
    program: 'claude',
    via: 'claude-code socket',
    breakIt: (folder) => rm(join(folder, 'inbox.sock')),
    finding: /ENOENT|ECONNREFUSED/,
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
  },
];

test.each(hops)(
  '[DOOR-16] [DOOR-20] where $name, doctor names the hop and the sender sees that nothing reaches the agent',
  { timeout: 180_000 },
  async ({ program, via, env: more = {}, breakIt, finding }) => {
    const { folder, env } = await programFolder({ [program]: `${program}-stand-in.ts` });
    const { ada, sessionId, link } = await openSession(app.url);
    const here = { STAND_IN_SOCKET: join(folder, 'inbox.sock'), STAND_IN_QUEUE: join(folder, 'queue') };
    const reach = async () =>
      (await ada.listPresence({ sessionId })).items.find(({ agentId }) => agentId === 'bob')?.reach;
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
    } finally {
      await removeFolder(folder);
    }
  },
);
