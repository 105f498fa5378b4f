import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { scratchFolder } from '../bench/lib/options.ts';
import { serviceFile, startService } from '../bench/lib/service.ts';
import { quantile } from '../bench/lib/statistics.ts';
import { askHeld, type Held, insideEnv } from './lib/inside.ts';
import { Random } from './lib/random.ts';
import { liveOnce, type Timed } from './lib/soak-session.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * Mixed load of many sessions at a steady pace, with retention on: sessions are made, worked in and then deleted or left
 * to the retention. Nothing may grow, and the end must be as quick as the beginning.
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
/** Of one session: with all of them about 130 requests a second. */
const pauseMs = 1500;
const isShort = lastsMs < 10 * 60_000;
/** A session lives for a fifth of a short run, and for three minutes of a long one. */
const lifeMs = Math.min(lastsMs / 5, 180_000);
const samples = isShort ? 8 : 60;
/** The first sixth is for the service to load its code and to fill up. */
const settledShare = isShort ? 0.5 : 1 / 6;
const checks = {
  answered: 'every request is answered with a success',
  memory: 'memory does not grow',
  handles: 'handles, descriptors and timers do not grow',
  file: 'the files of the database do not grow',
  quick: 'the end is as quick as the beginning',
} as const;

await using scratch = await scratchFolder(values.folder);
await using service = await startService({
  folder: scratch.path,
  file: values.server,
  env: {
    ...insideEnv(scratch.path),
    // Longer than a session that is at work goes without an event.
    PAIRSPACE_RETAIN: `${String(Math.round(lifeMs))}ms`,
    PAIRSPACE_COMPUTE: 'workers',
  },
});
const verdict = new Verdict();
const began = performance.now();
const stop = new AbortController();
const answers: Timed[] = [];

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
      onAnswer: (what, tookMs, status) => {
        answers.push({ atMs: performance.now() - began, tookMs, what });
        verdict.expect(checks.answered, status < 300, () => `${what}: ${String(status)}`);
      },
    });
  }
};

interface Sample extends Held {
  minute: number;
  fileMb: number;
}

const sample = async (): Promise<Sample> => ({
  minute: (performance.now() - began) / 60_000,
  ...(await askHeld(service, scratch.path)),
  fileMb: fileMb(),
});

const fileMb = (): number =>
  readdirSync(scratch.path)
    .filter((name) => name.startsWith('pairspace.sqlite'))
    .reduce((sum, name) => sum + statSync(join(scratch.path, name)).size, 0) /
  2 ** 20;

const living = Promise.all(Array.from({ length: sessions }, (_, lane) => liveOn(lane)));
const taken: Sample[] = [];
for (let next = 1; next <= samples; next++) {
  await pause(Math.max(0, (lastsMs / samples) * next - (performance.now() - began)));
  const last = await sample();
  taken.push(last);
  const { minute, residentMb, heapMb, descriptors, timers, fileMb: file } = last;
  console.log(
    `${minute.toFixed(1).padStart(5)} min  resident ${residentMb.toFixed(0)} MB, heap ${heapMb.toFixed(1)} MB, ` +
      `descriptors ${String(descriptors)}, timers ${String(timers)}, file ${file.toFixed(1)} MB, answers ${String(answers.length)}`,
  );
}
stop.abort();
await living;

/** The middle of what was seen in a part of the run. */
const middle = (of: keyof Sample, from: number, to: number): number =>
  quantile(
    taken.slice(Math.floor(taken.length * from), Math.ceil(taken.length * to)).map((one) => one[of]),
    0.5,
  );
const mayGrow = (check: string, of: keyof Sample, share: number, slack: number): void => {
  const early = middle(of, settledShare, settledShare + 0.2);
  const late = middle(of, 0.8, 1);
  verdict.expect(
    check,
    late <= early * (1 + share) + slack,
    () => `${of}: ${early.toFixed(1)} early, ${late.toFixed(1)} at the end`,
  );
};
mayGrow(checks.memory, 'heapMb', 0.1, 4);
mayGrow(checks.memory, 'residentMb', 0.15, 30);
mayGrow(checks.handles, 'descriptors', 0.15, 20);
mayGrow(checks.handles, 'handles', 0.15, 20);
mayGrow(checks.handles, 'timers', 0.15, 20);
mayGrow(checks.file, 'fileMb', isShort ? 0.5 : 0.2, 4);

const sixth = lastsMs / 6;
const tookIn = (fromMs: number, share: number): number =>
  quantile(
    answers.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + sixth).map(({ tookMs }) => tookMs),
    share,
  );
for (const [name, share, slackMs] of [
  ['p50', 0.5, 2],
  ['p99', 0.99, 25],
] as const) {
  const [early, late] = [tookIn(sixth, share), tookIn(lastsMs - sixth, share)];
  console.log(`${name}: ${early.toFixed(1)} ms in the second sixth, ${late.toFixed(1)} ms in the last`);
  verdict.expect(
    checks.quick,
    late <= early * 1.25 + slackMs,
    () => `${name}: ${early.toFixed(1)} ms, then ${late.toFixed(1)} ms`,
  );
}
verdict.publish(Object.values(checks));
