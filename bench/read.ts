import { call } from '@pairspace/testkit/call';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, startService } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { startCeiling } from './lib/ceiling.ts';
import { contest, medianOf, roundsDetail } from './lib/contest.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';

const question = `How fast are messages read? GET of the newest 50 of 1,000 messages of 300 characters with 64 connections,
against a ceiling that does the same with nothing around it (bench/ceiling.ts). Rounds alternate between the two; figures
are medians of rounds.`;

const options = readOptions();
await using scratch = await scratchFolder(options.folder);
await using service = await startService({ folder: join(scratch.path, 'service'), file: options.server });
await using ceiling = await startCeiling(join(scratch.path, 'ceiling'));
const session = await createSession(service.url);

const ours = `${session.url}/messages`;
const least = `${ceiling.url}/api/sessions/any/messages`;
for (let sent = 0; sent < 1000; sent++) {
  const body = { content: sentences };
  await Promise.all([call(ours, { token: session.token, body }), call(least, { token: 'ceiling', body })]);
}

const load = { connections: 64, seconds: options.quick ? 2 : 8 };
const reads = await contest(
  {
    service: { pid: service.pid, load: () => ({ ...load, url: `${ours}?limit=50`, token: session.token }) },
    ceiling: { pid: ceiling.pid, load: () => ({ ...load, url: `${least}?limit=50`, token: 'ceiling' }) },
  },
  { rounds: options.quick ? 2 : 7 },
);
const perSecond = medianOf(reads.service, 'perSecond');
const ceilingPerSecond = medianOf(reads.ceiling, 'perSecond');

await report(
  {
    name: 'read',
    question,
    figures: [
      { name: 'pages', value: perSecond, unit: '/s' },
      { name: 'the ceiling', value: ceilingPerSecond, unit: '/s' },
      {
        name: 'share of the ceiling',
        value: perSecond / ceilingPerSecond,
        unit: '×',
        goal: { atLeast: 0.6 },
        sanity: { atLeast: 0.15 },
      },
      { name: 'processor time', value: medianOf(reads.service, 'cpuUs'), unit: 'µs a page' },
      { name: 'the ceiling’s', value: medianOf(reads.ceiling, 'cpuUs'), unit: 'µs a page' },
      { name: 'p50', value: medianOf(reads.service, 'p50Ms'), unit: 'ms' },
      { name: 'p99', value: medianOf(reads.service, 'p99Ms'), unit: 'ms' },
      { name: 'p99 of the ceiling', value: medianOf(reads.ceiling, 'p99Ms'), unit: 'ms' },
    ],
    details: [roundsDetail('Rounds', reads)],
  },
  options,
);
