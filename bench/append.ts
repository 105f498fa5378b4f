import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, startService } from '@pairspace/testkit/service';
import { median } from '@pairspace/testkit/statistics';
import { join } from 'node:path';
import { startCeiling } from './lib/ceiling.ts';
import { contest, medianOf, roundsDetail, tailFigure } from './lib/contest.ts';
import { timeSync } from './lib/disk.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';

const question = `How fast are messages stored durably? POST of messages of 300 characters to one session, each answered
after a sync that covers it, against a ceiling that does the same with nothing around it (bench/ceiling.ts). Rounds
alternate between the two; figures are medians of rounds.`;

const options = readOptions();
await using scratch = await scratchFolder(options.folder);
await using service = await startService({ folder: join(scratch.path, 'service'), file: options.server });
await using ceiling = await startCeiling(join(scratch.path, 'ceiling'));
const session = await createSession(service.url);

const rounds = options.quick ? 2 : 7;
const seconds = options.quick ? 2 : 8;
const body = { content: sentences };
const contenders = (connections: number) => ({
  service: {
    pid: service.pid,
    load: () => ({ url: `${session.url}/messages`, token: session.token, body, connections, seconds }),
  },
  ceiling: {
    pid: ceiling.pid,
    load: () => ({ url: `${ceiling.url}/api/sessions/any/messages`, token: 'ceiling', body, connections, seconds }),
  },
});

const many = await contest(contenders(64), { rounds });
const syncTimes: number[] = [];
const one = await contest(contenders(1), { rounds, onRound: () => syncTimes.push(timeSync(scratch.path).p50Ms) });
const syncMs = median(syncTimes);
const { url, token } = await createSession(service.url);
const tail = await tailFigure(
  { url: `${url}/messages`, token, body, connections: 16, seconds },
  service.pid,
  options.quick,
);

const perSecond = medianOf(many.service, 'perSecond');
const ceilingPerSecond = medianOf(many.ceiling, 'perSecond');
const oneMs = medianOf(one.service, 'p50Ms');

await report(
  {
    name: 'append',
    question,
    figures: [
      { name: '64 connections: messages', value: perSecond, unit: '/s' },
      { name: '64 connections: the ceiling', value: ceilingPerSecond, unit: '/s' },
      {
        name: '64 connections: share of the ceiling',
        value: perSecond / ceilingPerSecond,
        unit: '×',
        goal: { atLeast: 0.75 },
        sanity: { atLeast: 0.15 },
      },
      { name: '64 connections: processor time', value: medianOf(many.service, 'cpuUs'), unit: 'µs a message' },
      { name: '64 connections: the ceiling’s', value: medianOf(many.ceiling, 'cpuUs'), unit: 'µs a message' },
      { name: '64 connections: p50', value: medianOf(many.service, 'p50Ms'), unit: 'ms' },
      {
        name: '64 connections: p99',
        value: medianOf(many.service, 'p99Ms'),
        unit: 'ms',
        goal: { atMost: 50 },
        sanity: { atMost: 500 },
      },
      { name: '64 connections: p99 of the ceiling', value: medianOf(many.ceiling, 'p99Ms'), unit: 'ms' },
      tail,
      { name: '1 connection: p50', value: oneMs, unit: 'ms' },
      { name: '1 connection: p99', value: medianOf(one.service, 'p99Ms'), unit: 'ms' },
      { name: '1 connection: p50 of the ceiling', value: medianOf(one.ceiling, 'p50Ms'), unit: 'ms' },
      {
        name: '1 connection: p50, of that of the ceiling',
        value: oneMs / medianOf(one.ceiling, 'p50Ms'),
        unit: '×',
        goal: { atMost: 1.4 },
      },
      { name: 'p50 of fdatasync between these rounds', value: syncMs, unit: 'ms' },
      { name: '1 connection: p50 in syncs', value: oneMs / syncMs, unit: '×', goal: { atMost: 2 } },
    ],
    details: [roundsDetail('Rounds with 64 connections', many), roundsDetail('Rounds with 1 connection', one)],
  },
  options,
);
