import { call } from '@pairspace/testkit/call';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, startService } from '@pairspace/testkit/service';
import type { Note } from '@pairspace/protocol';
import { join } from 'node:path';
import { startCeiling } from './lib/ceiling.ts';
import { contest, medianOf, roundsDetail, tailFigure } from './lib/contest.ts';
import type { Load } from './lib/load.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';

const question = `How fast are notes edited? PUT of the next version of a note of 1,000 characters, 64 connections with a
note each in one session, each answered after a sync that covers it, against a ceiling that compares the version and stores
the next with nothing around it (bench/ceiling.ts). Rounds alternate between the two; figures are medians of rounds.`;

const options = readOptions();
const connections = 64;
await using scratch = await scratchFolder(options.folder);
await using service = await startService({ folder: join(scratch.path, 'service'), file: options.server });
await using ceiling = await startCeiling(join(scratch.path, 'ceiling'));
let made = 0;
const load = { connections, seconds: options.quick ? 2 : 8, body: { content: 'n'.repeat(1000) } };
/** Unedited notes in a new session: the versions of some rounds would fill one. */
const newLoad = async (): Promise<Load> => {
  const { url, token } = await createSession(service.url);
  const notes = Array.from({ length: connections }, async () => {
    const { id } = await call<Note>(`${url}/notes`, { token, body: { title: 'Plan' } });
    return `${url}/notes/${id}`;
  });
  return { ...load, url, token, notes: await Promise.all(notes) };
};
const edits = await contest(
  {
    service: { pid: service.pid, load: newLoad },
    ceiling: {
      pid: ceiling.pid,
      load: () => {
        const notes = Array.from(
          { length: connections },
          () => `${ceiling.url}/api/sessions/any/notes/note-${String(made++)}`,
        );
        return { ...load, url: ceiling.url, token: 'ceiling', notes };
      },
    },
  },
  { rounds: options.quick ? 2 : 5 },
);
const perSecond = medianOf(edits.service, 'perSecond');
const ceilingPerSecond = medianOf(edits.ceiling, 'perSecond');
const tail = await tailFigure(await newLoad(), service.pid, options.quick);

await report(
  {
    name: 'notes',
    question,
    figures: [
      { name: 'edits', value: perSecond, unit: '/s' },
      { name: 'the ceiling', value: ceilingPerSecond, unit: '/s' },
      { name: 'share of the ceiling', value: perSecond / ceilingPerSecond, unit: '×', goal: { atLeast: 0.6 } },
      { name: 'processor time', value: medianOf(edits.service, 'cpuUs'), unit: 'µs an edit' },
      { name: 'the ceiling’s', value: medianOf(edits.ceiling, 'cpuUs'), unit: 'µs an edit' },
      { name: 'p50', value: medianOf(edits.service, 'p50Ms'), unit: 'ms' },
      { name: 'p99', value: medianOf(edits.service, 'p99Ms'), unit: 'ms' },
      tail,
    ],
    details: [roundsDetail('Rounds', edits)],
  },
  options,
);
