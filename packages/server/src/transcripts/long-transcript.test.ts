import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, startApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../lib/clock.ts';
import { postAlone } from '../messages/post-alone.ts';
import { openSession } from '../sessions/open-session.ts';
import { openSqlite } from '../storage/sqlite/open.ts';

const messages = 10_000;
const content =
  'I read the grammar again; `expr` binds tighter than we thought, so the table needs another row.\n\nNext: the test.';

let folder: string;
let app: App;
let sessionId: string;
let token: string;

const fill = async (file: string): Promise<{ sessionId: string; token: string }> => {
  await using storage = await openSqlite({
    file,
    clock: systemClock,
    onNotify: () => undefined,
    onAnnounce: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  const { session, agentToken } = await storage.write((tx) =>
    openSession(tx, {
      name: 'Long',
      agentId: 'ada',
      visibility: 'public',
      mode: 'async',
      maxAgents: 2,
      metadata: {},
      inviteTtlMs: 1,
    }),
  );
  const caller = {
    kind: 'agent',
    sessionId: session.id,
    agentId: 'ada',
    agentName: 'Ada',
    role: 'creator',
    issuedToCreator: true,
  } as const;
  const post = () => storage.write((tx) => postAlone(tx, caller, content));
  for (let posted = 0; posted < messages; posted += 250) await Promise.all(Array.from({ length: 250 }, post));
  return { sessionId: session.id, token: agentToken };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-long-'));
  ({ sessionId, token } = await fill(join(folder, 'pairspace.sqlite')));
  const config = { ...readConfig({}), port: 0, dataFolder: folder, compute: 'off' as const };
  app = await startApp(config, { clock: systemClock, log: pino({ level: 'silent' }) });
}, 60_000);
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Processor time of this thread. */
const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1000;
};

/** Makes the transcript and reads its bytes. */
const make = async (format: string): Promise<{ bytes: number; wholeMs: number; longestTurnMs: number }> => {
  const began = process.threadCpuUsage();
  let turn = process.threadCpuUsage();
  let longestTurnMs = 0;
  let running = true;
  const tick = (): void => {
    longestTurnMs = Math.max(longestTurnMs, cpuMs(turn));
    turn = process.threadCpuUsage();
    if (running) setImmediate(tick);
  };
  setImmediate(tick);
  const url = `${app.url}/api/sessions/${sessionId}/transcript?format=${format}`;
  const bytes = await new Promise<number>((resolve, reject) => {
    let read = 0;
    request(url, { method: 'POST', headers: { authorization: `Bearer ${token}` } }, (response) => {
      response
        .on('data', (chunk: Buffer) => (read += chunk.length))
        .on('end', () => {
          resolve(read);
        });
    })
      .on('error', reject)
      .end();
  });
  running = false;
  return { bytes, wholeMs: cpuMs(began), longestTurnMs };
};

const record = { id: 'msg_01', seq: 1, content, metadata: {} };
/** The time of the work below on the reference processor of the limits. */
const usualMs = 36;

/** The present slowness of this machine, when others share its processors. */
const slowness = (): number => {
  const records = Array.from({ length: 1000 }, () => record);
  const began = process.threadCpuUsage();
  for (let times = 0; times < 50; times++) JSON.stringify(JSON.parse(JSON.stringify(records)));
  return Math.max(1, cpuMs(began) / usualMs);
};

test.each(['text', 'markdown', 'html'])(
  '[TRN-3] making a transcript of 10,000 messages as %s anew takes less than 300 ms and no turn of more than 20 ms',
  async (format) => {
    const quickest = { whole: Infinity, turn: Infinity };
    for (let round = 0; round < 6; round++) {
      const { bytes, wholeMs, longestTurnMs } = await make(format);
      const times = slowness();
      expect(bytes).toBeGreaterThan(messages * content.length);
      quickest.whole = Math.min(quickest.whole, wholeMs / times);
      quickest.turn = Math.min(quickest.turn, longestTurnMs / times);
    }
    expect(quickest.whole).toBeLessThan(300);
    expect(quickest.turn).toBeLessThan(20);
  },
);
