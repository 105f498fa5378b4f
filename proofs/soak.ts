import { cpuSeconds } from '@pairspace/testkit/process';
import { startService } from '@pairspace/testkit/service';
import { quantile } from '@pairspace/testkit/statistics';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { insideEnv, measureFootprint } from './lib/inside.ts';
import { openProof } from './lib/open-proof.ts';
import { Random } from './lib/random.ts';
import { liveOnce } from './lib/soak-session.ts';

/**
 * A mixed load of many sessions at a steady pace, with retention on: sessions are created, used and then deleted or
 * left to the retention. No resource may grow, and an answer costs as much processor time at the end as before.
 *
 *   node --conditions=pairspace-source proofs/soak.ts [--minutes 60] [--sessions 200] [--server FILE] [--folder FOLDER]
 */
await using proof = await openProof({ minutes: 60, sessions: 200 });
const { sessions, verdict, folder, say } = proof;
const lastsMs = proof.minutes * 60_000;
/** The pause of one session. All sessions together send about 130 requests a second. */
const pauseMs = 1500;
const isShort = lastsMs < 10 * 60_000;
/** A session lives for a fifth of a short run, and for three minutes of a long one. */
const lifeMs = Math.min(lastsMs / 5, 180_000);
const samples = isShort ? 8 : 60;
/** By then the service has loaded its code and filled its caches. */
const settledShare = isShort ? 0.5 : 1 / 6;
const answered = 'every request is answered with a success';
/** By how much each figure may grow: by a share, and by something more. */
const limits = {
  heapMb: [0.1, 4],
  residentMb: [0.15, 30],
  descriptors: [0.15, 20],
  handles: [0.15, 20],
  timers: [0.15, 20],
  /** The pages of the database in use, for each MB that is stored. */
  usedForStored: [0.2, 0.2],
  /** The file of the database, for each MB in use. */
  fileForUsed: [0.1, 0.3],
  /** The write-ahead log starts over at 64 MB. */
  logMb: [0, 128],
  /** Processor time of the service for each answer. */
  cpuMs: [0.25, 1],
} as const;
type Figure = keyof typeof limits;
const grows = (figure: string): string => `${figure} does not grow`;

await using service = await startService({
  folder,
  file: proof.server,
  env: {
    ...insideEnv(folder),
    // The retention exceeds the longest time between two events of an active session, on a busy machine as well.
    PAIRSPACE_RETAIN: `${String(Math.round(Math.max(lifeMs, 60_000)))}ms`,
    PAIRSPACE_COMPUTE: 'workers',
  },
});
const began = performance.now();
const stop = new AbortController();
const counted = { answers: 0, later: 0 };

const liveOn = async (lane: number): Promise<void> => {
  const random = new Random(lane);
  await pause((lane / sessions) * Math.min(lifeMs, 20_000));
  const { signal } = stop;
  while (!signal.aborted) {
    const requests = Math.ceil((lifeMs / pauseMs) * (0.5 + random.next()));
    const onAnswer = (what: string, status: number | 'later' | 'broken'): void => {
      if (status === 'later') counted.later++;
      else counted.answers++;
      const isSuccess = status === 'later' || (status !== 'broken' && status < 300);
      verdict.expect(answered, isSuccess, () => `${what}: ${String(status)}`);
    };
    await liveOnce({ base: service.url, random, pauseMs, requests, signal, onAnswer });
  }
};

const database = join(folder, 'pairspace.sqlite');
const sizeMb = (file: string): number => statSync(file).size / 2 ** 20;
let before = { answers: 0, cpuMs: 0 };
const sample = async (): Promise<Record<Figure, number>> => {
  const now = { answers: counted.answers, cpuMs: cpuSeconds(service.pid) * 1000 };
  const cpuMs = (now.cpuMs - before.cpuMs) / Math.max(1, now.answers - before.answers);
  before = now;
  using db = new DatabaseSync(database, { readOnly: true, timeout: 5000 });
  const numberOf = (query: string): number => Number(Object.values(db.prepare(query).get() ?? {})[0]);
  const pages = numberOf('pragma page_count') - numberOf('pragma freelist_count');
  const usedMb = (pages * numberOf('pragma page_size')) / 2 ** 20;
  const storedMb = numberOf('select coalesce(sum(stored_bytes), 0) from session') / 2 ** 20;
  const footprint = await measureFootprint(service, folder);
  const ofFiles = { fileForUsed: sizeMb(database) / usedMb, logMb: sizeMb(`${database}-wal`) };
  return { ...footprint, usedForStored: usedMb / storedMb, ...ofFiles, cpuMs };
};

const living = Promise.all(Array.from({ length: sessions }, (_, lane) => liveOn(lane)));
const taken: Record<Figure, number>[] = [];
for (let next = 1; next <= samples; next++) {
  await pause(Math.max(0, (lastsMs / samples) * next - (performance.now() - began)));
  taken.push(await sample());
  const shown = Object.entries(taken.at(-1) ?? {}).map(([name, value]) => `${name} ${value.toFixed(1)}`);
  say(shown.join(', '));
}
stop.abort();
await living;

/** The median of a figure in a part of the run. */
const middle = (figure: Figure, from: number, to: number): number => {
  const part = taken.slice(Math.floor(samples * from), Math.ceil(samples * to));
  return quantile(
    part.map((one) => one[figure]),
    0.5,
  );
};
for (const [figure, [share, more]] of Object.entries(limits) as [Figure, readonly [number, number]][]) {
  const [early, late] = [middle(figure, settledShare, settledShare + 0.2), middle(figure, 0.8, 1)];
  verdict.expect(
    grows(figure),
    late <= early * (1 + share) + more,
    () => `${early.toFixed(1)}, then ${late.toFixed(1)}`,
  );
}
console.log(JSON.stringify(counted));
verdict.publish([answered, ...Object.keys(limits).map(grows)]);
