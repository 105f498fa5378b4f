import { call } from '@pairspace/testkit/call';
import { runScript } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { contest, medianOf, roundsDetail } from './lib/contest.ts';
import type { Fill, Filled } from './lib/fill-session.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';

const question = `Does a session slow down as it grows? POST of a message of 300 characters and GET of the newest 50, with
64 connections, in a session with 1,000,000 messages of 100 characters and in new ones of the same service. Rounds alternate between the
two; a new session is made for each round, with the 50 messages that a page holds. Ratios are of the medians of rounds:
time in the large session over time in a new one.`;

const options = readOptions();
const messages = options.quick ? 20_000 : 1_000_000;
const rounds = options.quick ? 2 : 5;
const seconds = options.quick ? 2 : 5;
const body = { content: sentences };
/** The length of the messages that exist before the rounds. They leave room in the session (CAP-1). */
const characters = 100;

await using scratch = await scratchFolder(options.folder);
const fillFrom = performance.now();
const { sessionId, token } = await runScript<Filled>(join(import.meta.dirname, 'lib/fill-session.ts'), {
  folder: scratch.path,
  messages,
  characters,
} satisfies Fill);
const fillSeconds = (performance.now() - fillFrom) / 1000;

await using service = await startService({ folder: scratch.path, file: options.server });
const large: OpenSession = { id: sessionId, url: `${service.url}/api/sessions/${sessionId}`, token };
const newSession = async (): Promise<OpenSession> => {
  const session = await createSession(service.url);
  for (let posted = 0; posted < 50; posted++) await call(`${session.url}/messages`, { token: session.token, body });
  return session;
};

const load = { connections: 64, seconds };
const write = ({ url, token }: OpenSession) => ({ ...load, url: `${url}/messages`, token, body });
const read = ({ url, token }: OpenSession) => ({ ...load, url: `${url}/messages?limit=50`, token });
const { pid } = service;
const writes = await contest(
  { large: { pid, load: () => write(large) }, new: { pid, load: async () => write(await newSession()) } },
  { rounds },
);
const reads = await contest(
  { large: { pid, load: () => read(large) }, new: { pid, load: async () => read(await newSession()) } },
  { rounds },
);
const slowdown = (results: typeof writes): number =>
  medianOf(results.new, 'perSecond') / medianOf(results.large, 'perSecond');

await report(
  {
    name: 'growth',
    question,
    figures: [
      { name: 'messages in the large session', value: messages, unit: '' },
      { name: 'time to make them', value: fillSeconds, unit: 's' },
      { name: 'POST, large session', value: medianOf(writes.large, 'perSecond'), unit: '/s' },
      { name: 'POST, new session', value: medianOf(writes.new, 'perSecond'), unit: '/s' },
      { name: 'POST: ratio', value: slowdown(writes), unit: '×', goal: { atMost: 1.1 }, sanity: { atMost: 3 } },
      { name: 'newest 50, large session', value: medianOf(reads.large, 'perSecond'), unit: '/s' },
      { name: 'newest 50, new session', value: medianOf(reads.new, 'perSecond'), unit: '/s' },
      { name: 'newest 50: ratio', value: slowdown(reads), unit: '×', goal: { atMost: 1.3 }, sanity: { atMost: 3 } },
    ],
    details: [roundsDetail('Rounds of POST', writes), roundsDetail('Rounds of the newest 50', reads)],
  },
  options,
);
