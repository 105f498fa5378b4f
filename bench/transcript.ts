import { runScript } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { startService } from '@pairspace/testkit/service';
import { quantile } from '@pairspace/testkit/statistics';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fill, Filled } from './lib/fill-session.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';

const question = `How long does it take to make the transcript of 10,000 messages anew, and does it hold up others? POST of
the transcript, read to its last byte, in each format; meanwhile another client asks for the newest message every few
milliseconds. Its longest wait of each run is kept, and by how much that is longer than when no transcript is made.
Figures are medians of runs.`;

const options = readOptions();
const messages = 10_000;
const runs = options.quick ? 5 : 25;
const formats = ['text', 'markdown', 'html'] as const;

await using scratch = await scratchFolder(options.folder);
const { sessionId, token } = await runScript<Filled>(join(import.meta.dirname, 'lib/fill-session.ts'), {
  folder: scratch.path,
  messages,
} satisfies Fill);
await using service = await startService({ folder: scratch.path, file: options.server });
const session = `${service.url}/api/sessions/${sessionId}`;

const timed = async (url: string, method = 'GET'): Promise<number> => {
  const began = performance.now();
  const response = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
  await response.body?.pipeTo(new WritableStream());
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return performance.now() - began;
};

/** The longest wait of another client during the work. */
const longestWaitDuring = async (work: Promise<unknown>): Promise<number> => {
  const stop = new AbortController();
  const ended = work.finally(() => {
    stop.abort();
  });
  const waits: number[] = [];
  while (!stop.signal.aborted) {
    waits.push(await timed(`${session}/messages?limit=1`));
    await pause(5);
  }
  await ended;
  return Math.max(...waits);
};

interface Run {
  wholeMs: number;
  waitMs: number;
  idleWaitMs: number;
}

const measure = async (format: string): Promise<Run> => {
  const making = timed(`${session}/transcript?format=${format}`, 'POST');
  const waitMs = await longestWaitDuring(making);
  const wholeMs = await making;
  const idleWaitMs = await longestWaitDuring(pause(wholeMs));
  return { wholeMs, waitMs, idleWaitMs };
};

for (let warm = 0; warm < 5; warm++) for (const format of formats) await measure(format);
const found = [];
for (const format of formats) {
  const measured: Run[] = [];
  for (let run = 0; run < runs; run++) measured.push(await measure(format));
  found.push({ format, measured });
}
const median = (measured: readonly Run[], what: keyof Run): number =>
  quantile(
    measured.map((run) => run[what]),
    0.5,
  );

await report(
  {
    name: 'transcript',
    question,
    figures: found.flatMap(({ format, measured }) => [
      {
        name: `${format}, made and read`,
        value: median(measured, 'wholeMs'),
        unit: 'ms',
        goal: { atMost: 300 },
        sanity: { atMost: 1500 },
      },
      { name: `${format}, longest wait of another client`, value: median(measured, 'waitMs'), unit: 'ms' },
      {
        name: `${format}, longer by`,
        value: median(measured, 'waitMs') - median(measured, 'idleWaitMs'),
        unit: 'ms',
        goal: { atMost: 20 },
        sanity: { atMost: 200 },
      },
    ]),
    details: found.map(({ format, measured }) => ({
      title: `Runs of ${format}`,
      columns: ['run', 'made and read, ms', 'longest wait, ms', 'longest wait without, ms'],
      rows: measured.map(({ wholeMs, waitMs, idleWaitMs }, run) => [run + 1, wholeMs, waitMs, idleWaitMs]),
    })),
  },
  options,
);
