import { cpuSeconds } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { serviceFile, startService } from '@pairspace/testkit/service';
import { quantile } from '@pairspace/testkit/statistics';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureFootprint, type Footprint, insideEnv } from './lib/inside.ts';
import { Random } from './lib/random.ts';
import { liveOnce } from './lib/soak-session.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * A mixed load of many sessions at a steady pace, with retention on: sessions are created, used and then deleted or
 * left to the retention. No resource may grow, and the end must cost no more than the beginning.
 *
 *   node --conditions=pairspace-source proofs/soak.ts [--minutes 60] [--sessions 200] [--server FILE] [--folder FOLDER]
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    sessions: { type: 'string', default: '200' },
    server: { type: 'string', default: serviceFile },
    folder: { type: 'string', default: `${import.meta.dirname}/../data` },
  },
});
const lastsMs = Number(values.minutes) * 60_000;
const sessions = Number(values.sessions);
/** The pause of one session. All sessions together send about 130 requests a second. */
const pauseMs = 1500;
const isShort = lastsMs < 10 * 60_000;
/** A session lives for a fifth of a short run, and for three minutes of a long one. */
const lifeMs = Math.min(lastsMs / 5, 180_000);
const samples = isShort ? 8 : 60;
/** The first sixth of the run lets the service load its code and fill its caches. */
const settledShare = isShort ? 0.5 : 1 / 6;
/** The write-ahead log restarts at half of this size. */
const mostLogMb = 128;
const checks = {
  answered: 'every request is answered with a success',
  memory: 'memory does not grow',
  handles: 'handles, descriptors and timers do not grow',
  file: 'the files of the database take no more for what is stored',
  cheap: 'the end costs no more processor time than the beginning, for each answer',
} as const;

await using scratch = await scratchFolder(values.folder);
await using service = await startService({
  folder: scratch.path,
  file: values.server,
  env: {
    ...insideEnv(scratch.path),
    // The retention exceeds the longest time between two events of an active session.
    PAIRSPACE_RETAIN: `${String(Math.round(lifeMs))}ms`,
    PAIRSPACE_COMPUTE: 'workers',
  },
});
const verdict = new Verdict();
const began = performance.now();
const stop = new AbortController();
let answers = 0;
/** Requests that were refused for lack of capacity. */
let later = 0;

const liveOn = async (lane: number): Promise<void> => {
  const random = new Random(lane);
  await pause((lane / sessions) * Math.min(lifeMs, 20_000));
  while (!stop.signal.aborted) {
    await liveOnce({
      base: service.url,
      random,
      pauseMs,
      requests: Math.ceil((lifeMs / pauseMs) * (0.5 + random.next())),
      signal: stop.signal,
      onAnswer: (what, status) => {
        if (status === 'later') {
          later++;
          return;
        }
        answers++;
        verdict.expect(checks.answered, status !== 'broken' && status < 300, () => `${what}: ${String(status)}`);
      },
    });
  }
};

interface Sample extends Footprint {
  minute: number;
  /** The data of the sessions, by the service's own count. */
  storedMb: number;
  /** The database without its free pages. */
  usedMb: number;
  databaseMb: number;
  logMb: number;
  /** The processor time of the service for each answer since the sample before. */
  cpuMs: number;
}

const database = join(scratch.path, 'pairspace.sqlite');
const sizeMb = (file: string): number => statSync(file).size / 2 ** 20;

const counted = { answers: 0, cpuSeconds: 0 };
const costOfAnswer = (): number => {
  const now = { answers, cpuSeconds: cpuSeconds(service.pid) };
  const ms = ((now.cpuSeconds - counted.cpuSeconds) * 1000) / Math.max(1, now.answers - counted.answers);
  Object.assign(counted, now);
  return ms;
};

const sample = async (): Promise<Sample> => ({
  cpuMs: costOfAnswer(),
  minute: (performance.now() - began) / 60_000,
  ...(await measureFootprint(service, scratch.path)),
  ...lookInside(),
  databaseMb: sizeMb(database),
  logMb: sizeMb(`${database}-wal`),
});

const lookInside = (): Pick<Sample, 'storedMb' | 'usedMb'> => {
  using db = new DatabaseSync(database, { readOnly: true, timeout: 5000 });
  const numberOf = (query: string): number => Number(Object.values(db.prepare(query).get() ?? {})[0]);
  const usedPages = numberOf('pragma page_count') - numberOf('pragma freelist_count');
  return {
    storedMb: numberOf('select coalesce(sum(stored_bytes), 0) from session') / 2 ** 20,
    usedMb: (usedPages * numberOf('pragma page_size')) / 2 ** 20,
  };
};

const living = Promise.all(Array.from({ length: sessions }, (_, lane) => liveOn(lane)));
const taken: Sample[] = [];
for (let next = 1; next <= samples; next++) {
  await pause(Math.max(0, (lastsMs / samples) * next - (performance.now() - began)));
  const last = await sample();
  taken.push(last);
  const { minute, residentMb, heapMb, descriptors, timers, storedMb, usedMb, databaseMb, logMb } = last;
  console.log(
    `${minute.toFixed(1).padStart(5)} min  resident ${residentMb.toFixed(0)} MB, heap ${heapMb.toFixed(1)} MB, ` +
      `descriptors ${String(descriptors)}, timers ${String(timers)}, ` +
      `database ${databaseMb.toFixed(1)} MB (${usedMb.toFixed(1)} in use for ${storedMb.toFixed(1)} stored), log ${logMb.toFixed(1)} MB, ` +
      `answers ${String(answers)}, ${last.cpuMs.toFixed(2)} ms of processor time each`,
  );
}
stop.abort();
await living;

/** The median of the samples in a part of the run. */
const middle = (of: keyof Sample, from: number, to: number): number =>
  quantile(
    taken.slice(Math.floor(taken.length * from), Math.ceil(taken.length * to)).map((one) => one[of]),
    0.5,
  );
const early = (of: keyof Sample): number => middle(of, settledShare, settledShare + 0.2);
const late = (of: keyof Sample): number => middle(of, 0.8, 1);
const mayGrow = (check: string, of: keyof Sample, share: number, slack: number): void => {
  verdict.expect(
    check,
    late(of) <= early(of) * (1 + share) + slack,
    () => `${of}: ${early(of).toFixed(1)} early, ${late(of).toFixed(1)} at the end`,
  );
};
mayGrow(checks.memory, 'heapMb', 0.1, 4);
mayGrow(checks.memory, 'residentMb', 0.15, 30);
mayGrow(checks.handles, 'descriptors', 0.15, 20);
mayGrow(checks.handles, 'handles', 0.15, 20);
mayGrow(checks.handles, 'timers', 0.15, 20);
mayGrow(checks.cheap, 'cpuMs', 0.25, 1);

// The sessions store more on a faster machine; the ratio of database size to stored data must not grow.
const [earlyUsed, earlyStored] = [early('usedMb'), early('storedMb')];
const [lateUsed, lateStored] = [late('usedMb'), late('storedMb')];
verdict.expect(
  checks.file,
  lateUsed <= (earlyUsed / earlyStored) * lateStored * 1.2 + 4,
  () =>
    `${earlyUsed.toFixed(1)} MB in use for ${earlyStored.toFixed(1)} MB stored early, ` +
    `${lateUsed.toFixed(1)} MB for ${lateStored.toFixed(1)} MB at the end`,
);
verdict.expect(
  checks.file,
  late('databaseMb') <= lateUsed * 1.25 + 4,
  () => `the file takes ${late('databaseMb').toFixed(1)} MB, ${lateUsed.toFixed(1)} of them in use`,
);
verdict.expect(checks.file, late('logMb') <= mostLogMb, () => `the log takes ${late('logMb').toFixed(1)} MB`);

console.log(`${String(answers)} answers, ${String(later)} requests were asked to come again`);
verdict.publish(Object.values(checks));
