import { createClient } from '@pairspace/client';
import { call } from '@pairspace/testkit/call';
import { freePort, startServer } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, startService } from '@pairspace/testkit/service';
import { quantile } from '@pairspace/testkit/statistics';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contest, medianOf, roundsDetail } from './lib/contest.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';

const question = `How soon is what a job writes seen, and how quick are answers of bytes? JavaScript jobs are handed in
five times a second; each writes the time three times, 0.4 s apart, and one live stream of the session compares it with
the time when the frame is there. Then messages of 300 characters from 16 connections, alone and beside jobs that write
without end, by turns. Then a picture of 1 MB is read raw by 64 connections, from the service and from a bare
\`node:http\` server that answers as many bytes from memory, by turns. The client looks at heads alone and counts the rest.`;

const options = readOptions();
const { quick } = options;
await using scratch = await scratchFolder(options.folder);
await using service = await startService({
  folder: join(scratch.path, 'service'),
  file: options.server,
  env: { PAIRSPACE_COMPUTE: 'on' },
});
const session = await createSession(service.url);
const { token } = session;
await call(`${session.url}/compute`, { token, body: {} });

const submit = (code: string): Promise<{ id: string }> =>
  call(`${session.url}/compute/jobs`, { token, body: { type: 'javascript', input: { code } } });
const untilEnded = (id: string): Promise<unknown> => call(`${session.url}/compute/jobs/${id}?wait=50`, { token });

/** The time in milliseconds from the writing of each line to the arrival of its frame, for all jobs. */
const timeLines = async (jobs: number): Promise<number[]> => {
  const late: number[] = [];
  const stop = new AbortController();
  const lines = new Map<string, string>();
  const opened = Promise.withResolvers<undefined>();
  const listen = async (): Promise<void> => {
    const client = createClient({ baseUrl: service.url, token });
    const events = client.followEvents({
      sessionId: session.id,
      since: 0,
      signal: stop.signal,
      onConnection: () => {
        opened.resolve(undefined);
      },
      onTransient: (frame) => {
        if (frame.event !== 'job.output') return;
        const parts = `${lines.get(frame.data.jobId) ?? ''}${frame.data.text}`.split('\n');
        lines.set(frame.data.jobId, parts.pop() ?? '');
        late.push(...parts.map((part) => Date.now() - Number(part)));
      },
    });
    for await (const event of events) if (event.event === 'session.deleted') return;
  };
  const listening = listen();
  await opened.promise;
  const code = `for (let line = 0; line < 3; line++) {
    console.log(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 400));
  }`;
  const ids: string[] = [];
  for (let job = 0; job < jobs; job++) {
    ids.push((await submit(code)).id);
    await pause(200);
  }
  for (const id of ids) await untilEnded(id);
  stop.abort();
  await listening;
  return late;
};

await untilEnded((await submit('1')).id);
const late = await timeLines(quick ? 10 : 100);
const lost = (quick ? 10 : 100) * 3 - late.length;

const flood = `const line = 'x'.repeat(1000); for (let count = 0; count < 100_000; count++) console.log(line);`;
const beside = await createSession(service.url);
const seconds = quick ? 2 : 5;
let flooding: Promise<unknown> = Promise.resolve();
const message = { url: `${beside.url}/messages`, token: beside.token, body: { content: sentences } };
const speaking = { ...message, connections: 16, seconds };
const calm = await contest(
  {
    alone: {
      pid: service.pid,
      load: async () => {
        await flooding;
        return speaking;
      },
    },
    'beside floods': {
      pid: service.pid,
      load: async () => {
        const { id } = await submit(flood);
        flooding = untilEnded(id);
        return speaking;
      },
    },
  },
  { rounds: quick ? 2 : 7 },
);
await flooding;

const bytes = 1024 * 1024;
const content = randomBytes(bytes).toString('base64');
await call(`${session.url}/files`, { token, body: { path: 'large.png', encoding: 'base64', content } });
const port = await freePort();
const bareFile = join(import.meta.dirname, 'lib/bytes-server-process.ts');
await using bare = await startServer({ file: bareFile, args: [String(port), String(bytes)], port });
const reading = { connections: 64, seconds, accept: 'image/png' };
const answers = await contest(
  {
    service: { pid: service.pid, load: () => ({ ...reading, url: `${session.url}/files/large.png`, token }) },
    bare: { pid: bare.pid, load: () => ({ ...reading, url: `${bare.url}/large.png` }) },
  },
  { rounds: quick ? 2 : 7 },
);
const readsPerSecond = medianOf(answers.service, 'perSecond');
const barePerSecond = medianOf(answers.bare, 'perSecond');

await report(
  {
    name: 'output',
    question,
    figures: [
      { name: 'a line is in the stream: p50', value: quantile(late, 0.5), unit: 'ms' },
      {
        name: 'a line is in the stream: p99',
        value: quantile(late, 0.99),
        unit: 'ms',
        goal: { atMost: 300 },
        sanity: { atMost: 3000 },
      },
      { name: 'lines that were lost', value: lost, unit: '', goal: { atMost: 0 }, sanity: { atMost: 0 } },
      { name: 'messages alone', value: medianOf(calm.alone, 'perSecond'), unit: '/s' },
      {
        name: 'messages beside floods, of those alone',
        value: medianOf(calm['beside floods'], 'perSecond') / medianOf(calm.alone, 'perSecond'),
        unit: '×',
        sanity: { atLeast: 0.3 },
      },
      { name: 'message alone: p99', value: medianOf(calm.alone, 'p99Ms'), unit: 'ms' },
      { name: 'message beside floods: p99', value: medianOf(calm['beside floods'], 'p99Ms'), unit: 'ms' },
      { name: 'answers of 1 MB', value: readsPerSecond, unit: '/s' },
      { name: 'the same from node:http', value: barePerSecond, unit: '/s' },
      { name: 'processor time of an answer of 1 MB', value: medianOf(answers.service, 'cpuUs') / 1000, unit: 'ms' },
      { name: 'the same of node:http', value: medianOf(answers.bare, 'cpuUs') / 1000, unit: 'ms' },
      {
        name: 'answers of 1 MB, of node:http',
        value: readsPerSecond / barePerSecond,
        unit: '×',
        goal: { atLeast: 0.6 },
        sanity: { atLeast: 0.2 },
      },
    ],
    details: [roundsDetail('Messages beside floods', calm), roundsDetail('Answers of 1 MB', answers)],
  },
  options,
);
