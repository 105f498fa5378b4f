import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { startService } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { startCeiling } from './lib/ceiling.ts';
import { contest, medianOf, roundsDetail, tailFigure } from './lib/contest.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';

const question = `How fast are sessions made? POST of sessions with 64 connections, each answered after a sync that covers
it, against a ceiling that stores a session and two tokens with nothing around it (bench/ceiling.ts). A session of ours
also has a seat, an event with its hash, search words and the statistics of its agent. Rounds alternate between the two;
figures are medians of rounds.`;

const options = readOptions();
await using scratch = await scratchFolder(options.folder);
await using service = await startService({ folder: join(scratch.path, 'service'), file: options.server });
await using ceiling = await startCeiling(join(scratch.path, 'ceiling'));

const load = { connections: 64, seconds: options.quick ? 2 : 8, body: {} };
const made = await contest(
  {
    service: { pid: service.pid, load: () => ({ ...load, url: `${service.url}/api/sessions` }) },
    ceiling: { pid: ceiling.pid, load: () => ({ ...load, url: `${ceiling.url}/api/sessions`, token: 'ceiling' }) },
  },
  { rounds: options.quick ? 2 : 5 },
);
const perSecond = medianOf(made.service, 'perSecond');
const ceilingPerSecond = medianOf(made.ceiling, 'perSecond');
const tail = await tailFigure({ ...load, url: `${service.url}/api/sessions` }, service.pid, options.quick);

await report(
  {
    name: 'create',
    question,
    figures: [
      { name: 'sessions', value: perSecond, unit: '/s' },
      { name: 'the ceiling', value: ceilingPerSecond, unit: '/s' },
      { name: 'share of the ceiling', value: perSecond / ceilingPerSecond, unit: '×', goal: { atLeast: 0.5 } },
      { name: 'processor time', value: medianOf(made.service, 'cpuUs'), unit: 'µs a session' },
      { name: 'the ceiling’s', value: medianOf(made.ceiling, 'cpuUs'), unit: 'µs a session' },
      { name: 'p50', value: medianOf(made.service, 'p50Ms'), unit: 'ms' },
      { name: 'p99', value: medianOf(made.service, 'p99Ms'), unit: 'ms' },
      tail,
    ],
    details: [roundsDetail('Rounds', made)],
  },
  options,
);
