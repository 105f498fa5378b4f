import type { Session } from '@pairspace/protocol';
import { forgetPeak, residentMb, runScript } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { quantile } from '@pairspace/testkit/statistics';
import { call } from '@pairspace/testkit/call';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fill, Filled } from './lib/fill-session.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';

const question = `How long does an import take, how much memory, and does it hold up others? The export of a session with
100,000 messages of 300 characters is imported by a service that has worked before; meanwhile another client posts a
message and reads the newest one every few milliseconds. Each run has a service of its own.`;

const options = readOptions();
const messages = options.quick ? 5000 : 100_000;
const runs = options.quick ? 1 : 3;
const quietMs = options.quick ? 1000 : 5000;

interface Run {
  wholeMs: number;
  overMb: number;
  waits: number[];
  /** The same requests without an import. */
  quiet: number[];
}

const anExport = async (): Promise<Uint8Array<ArrayBuffer>> => {
  await using scratch = await scratchFolder(options.folder);
  const { sessionId } = await runScript<Filled>(join(import.meta.dirname, 'lib/fill-session.ts'), {
    folder: scratch.path,
    messages,
  } satisfies Fill);
  await using service = await startService({ folder: scratch.path, file: options.server });
  const response = await fetch(`${service.url}/api/sessions/${sessionId}/export`);
  return new Uint8Array(await response.arrayBuffer());
};

/** Typical work, so that the process has the memory of a service that has worked. */
const workAsUsual = async ({ url, token }: OpenSession): Promise<void> => {
  for (let round = 0; round < 100; round++) {
    const posts = Array.from({ length: 16 }, () => call(`${url}/messages`, { token, body: { content: 'as usual' } }));
    await Promise.all([...posts, call(`${url}/messages?limit=20`), call(`${url}/events?since=0&limit=20`)]);
  }
};

/** Posts and reads until the work ends; the time of each request in milliseconds. */
const waitsOf = async ({ url, token }: OpenSession, work: Promise<unknown>): Promise<number[]> => {
  const end = new AbortController();
  const ended = work.finally(() => {
    end.abort();
  });
  const waits: number[] = [];
  while (!end.signal.aborted) {
    for (const body of [{ content: 'meanwhile' }, undefined]) {
      const began = performance.now();
      await call(body ? `${url}/messages` : `${url}/messages?limit=1`, { token, ...(body && { body }) });
      waits.push(performance.now() - began);
    }
    await pause(5);
  }
  await ended;
  return waits;
};

const document = await anExport();
const measured: Run[] = [];
for (let run = 0; run < runs; run++) {
  await using scratch = await scratchFolder(options.folder);
  await using service = await startService({ folder: scratch.path, file: options.server });
  const other = await createSession(service.url);
  await workAsUsual(other);
  const quiet = await waitsOf(other, pause(quietMs));
  forgetPeak(service.pid);
  const idle = residentMb(service.pid).now;
  let wholeMs = 0;
  const importing = (async () => {
    const began = performance.now();
    const response = await fetch(`${service.url}/api/sessions/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: document,
    });
    const answer = (await response.json()) as { data?: { session: Session } };
    if (answer.data?.session.lastSeq !== messages + 2) throw new Error(JSON.stringify(answer).slice(0, 500));
    wholeMs = performance.now() - began;
  })();
  const waits = await waitsOf(other, importing);
  measured.push({ wholeMs, overMb: residentMb(service.pid).peak - idle, waits, quiet });
}

const waits = measured.flatMap((run) => run.waits);
const quiet = measured.flatMap((run) => run.quiet);
await report(
  {
    name: 'import',
    question,
    figures: [
      { name: 'the export', value: document.length / 1e6, unit: 'MB' },
      {
        name: 'imported, slowest run',
        value: Math.max(...measured.map(({ wholeMs }) => wholeMs)) / 1000,
        unit: 's',
        goal: { atMost: 15 },
        sanity: { atMost: 120 },
      },
      {
        name: 'memory over idle, at most',
        value: Math.max(...measured.map(({ overMb }) => overMb)),
        unit: 'MB',
        goal: { atMost: 150 },
        sanity: { atMost: 600 },
      },
      { name: 'requests meanwhile: p50', value: quantile(waits, 0.5), unit: 'ms' },
      { name: 'requests meanwhile: p99', value: quantile(waits, 0.99), unit: 'ms', goal: { atMost: 50 } },
      { name: 'requests meanwhile: longest', value: Math.max(...waits), unit: 'ms' },
      { name: 'the same requests without an import: p50', value: quantile(quiet, 0.5), unit: 'ms' },
      { name: 'the same requests without an import: p99', value: quantile(quiet, 0.99), unit: 'ms' },
    ],
    details: [
      {
        title: 'Runs',
        columns: ['run', 'whole, ms', 'memory over idle, MB', 'longest wait, ms'],
        rows: measured.map(({ wholeMs, overMb, waits: one }, run) => [run + 1, wholeMs, overMb, Math.max(...one)]),
      },
    ],
  },
  options,
);
