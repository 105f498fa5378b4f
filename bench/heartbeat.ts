import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, startService } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { contest, medianOf, roundsDetail } from './lib/contest.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';

const question = `Is a heartbeat as cheap as it should be? Heartbeats of one agent with 64 connections against durable
messages of 300 characters in another session of the same service. Rounds alternate between the two; figures are medians
of rounds.`;

const options = readOptions();
await using scratch = await scratchFolder(options.folder);
await using service = await startService({ folder: join(scratch.path, 'service'), file: options.server });
const beating = await createSession(service.url);
const speaking = await createSession(service.url);

const load = { connections: 64, seconds: options.quick ? 2 : 8 };
const rounds = await contest(
  {
    heartbeats: {
      pid: service.pid,
      load: () => ({ ...load, url: `${beating.url}/presence`, token: beating.token, body: { status: 'working' } }),
    },
    messages: {
      pid: service.pid,
      load: () => ({
        ...load,
        url: `${speaking.url}/messages`,
        token: speaking.token,
        body: { content: sentences },
      }),
    },
  },
  { rounds: options.quick ? 2 : 7 },
);
const heartbeatsPerSecond = medianOf(rounds.heartbeats, 'perSecond');
const messagesPerSecond = medianOf(rounds.messages, 'perSecond');

await report(
  {
    name: 'heartbeat',
    question,
    figures: [
      { name: 'heartbeats', value: heartbeatsPerSecond, unit: '/s' },
      { name: 'messages', value: messagesPerSecond, unit: '/s' },
      {
        name: 'heartbeats for each message',
        value: heartbeatsPerSecond / messagesPerSecond,
        unit: '×',
        goal: { atLeast: 1 },
        sanity: { atLeast: 0.5 },
      },
      { name: 'processor time of a heartbeat', value: medianOf(rounds.heartbeats, 'cpuUs'), unit: 'µs' },
      { name: 'processor time of a message', value: medianOf(rounds.messages, 'cpuUs'), unit: 'µs' },
      { name: 'heartbeat: p99', value: medianOf(rounds.heartbeats, 'p99Ms'), unit: 'ms' },
      { name: 'message: p99', value: medianOf(rounds.messages, 'p99Ms'), unit: 'ms' },
    ],
    details: [roundsDetail('Rounds', rounds)],
  },
  options,
);
