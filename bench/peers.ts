import { call } from '@pairspace/testkit/call';
import { freePort, startServer } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, startService } from '@pairspace/testkit/service';
import type { Note } from '@pairspace/protocol';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { contest, medianOf, roundsDetail } from './lib/contest.ts';
import { startEtcd } from './lib/local-etcd.ts';
import { startParse } from './lib/local-parse.ts';
import { readOptions } from './lib/options.ts';
import type { Figure } from './lib/figures.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';

const question = `What do others need for the same? A message of 300 characters: ours; that of an agent on the A2A SDK
whose tasks are rows in SQLite with full syncs, one for each message; and an object of Parse Server over PostgreSQL. A new
session: ours, and an object of Parse Server. A versioned edit of 1,000 characters with a note or key for each connection:
ours, and etcd's compare-and-swap of one member over its JSON gateway. All answer after a sync. Rounds alternate; figures
are medians of rounds.`;

const options = readOptions();
const numbers = [1, 16, 64];
const seconds = options.quick ? 2 : 5;
const rounds = options.quick ? 2 : 5;

await using scratch = await scratchFolder(options.folder);
await using service = await startService({ folder: join(scratch.path, 'service'), file: options.server });
const a2aPort = await freePort();
await using a2a = await startServer({
  file: join(import.meta.dirname, 'lib/a2a-server-process.ts'),
  args: [String(a2aPort), join(scratch.path, 'a2a')],
  port: a2aPort,
});
await using etcd = await startEtcd(join(scratch.path, 'etcd'));
await using parse = await startParse();

const aTask = {
  jsonrpc: '2.0',
  id: 1,
  method: 'SendMessage',
  params: { message: { messageId: 'message', role: 'ROLE_USER', parts: [{ text: sentences }] } },
};

const contestOfMessages = async (connections: number) => {
  const { url, token } = await createSession(service.url);
  return contest(
    {
      service: {
        pid: service.pid,
        load: () => ({ url: `${url}/messages`, token, body: { content: sentences }, connections, seconds }),
      },
      a2a: { pid: a2a.pid, load: () => ({ url: a2a.url, body: aTask, connections, seconds }) },
      parse: {
        pid: parse.pid,
        load: () => ({
          url: parse.classUrl('Message'),
          body: { _ApplicationId: parse.appId, content: sentences },
          connections,
          seconds,
        }),
      },
    },
    { rounds },
  );
};

const contestOfSessions = (connections: number) =>
  contest(
    {
      service: {
        pid: service.pid,
        load: () => ({ url: `${service.url}/api/sessions`, body: {}, connections, seconds }),
      },
      parse: {
        pid: parse.pid,
        load: () => ({
          url: parse.classUrl('Room'),
          body: { _ApplicationId: parse.appId, name: 'A session', visibility: 'public', maxAgents: 2 },
          connections,
          seconds,
        }),
      },
    },
    { rounds },
  );

const contestOfEdits = async (connections: number) => {
  // The size of a session is limited, so each contest has its own.
  const { url, token } = await createSession(service.url);
  const newNote = async (): Promise<string> => {
    const { id } = await call<Note>(`${url}/notes`, { token, body: { title: 'Plan' } });
    return `${url}/notes/${id}`;
  };
  const load = { connections, seconds, body: { content: 'n'.repeat(1000) } };
  const ofEach = Array.from({ length: connections });
  return contest(
    {
      service: {
        pid: service.pid,
        load: async () => ({ ...load, url, token, notes: await Promise.all(ofEach.map(newNote)) }),
      },
      etcd: { pid: etcd.pid, load: () => ({ ...load, url: etcd.url, keys: ofEach.map(() => randomUUID()) }) },
    },
    { rounds },
  );
};

const figures: Figure[] = [];
const details = [];
for (const connections of numbers) {
  const at = `${String(connections)} connection${connections === 1 ? '' : 's'}`;
  const messages = await contestOfMessages(connections);
  const sessions = await contestOfSessions(connections);
  const edits = await contestOfEdits(connections);
  const [ours, a2aRate] = [medianOf(messages.service, 'perSecond'), medianOf(messages.a2a, 'perSecond')];
  const parseRate = medianOf(messages.parse, 'perSecond');
  const ourSessions = medianOf(sessions.service, 'perSecond');
  const parseSessions = medianOf(sessions.parse, 'perSecond');
  const [ourEdits, etcdRate] = [medianOf(edits.service, 'perSecond'), medianOf(edits.etcd, 'perSecond')];
  figures.push(
    { name: `messages, ${at}`, value: ours, unit: '/s' },
    { name: `A2A SDK, ${at}`, value: a2aRate, unit: '/s' },
    { name: `of the A2A SDK, ${at}`, value: ours / a2aRate, unit: '×' },
    { name: `Parse Server, ${at}`, value: parseRate, unit: '/s' },
    {
      name: `messages, of Parse Server, ${at}`,
      value: ours / parseRate,
      unit: '×',
      ...(connections === 16 && { goal: { atLeast: 5 } }),
    },
    { name: `new sessions, ${at}`, value: ourSessions, unit: '/s' },
    { name: `new objects of Parse Server, ${at}`, value: parseSessions, unit: '/s' },
    {
      name: `new sessions, of Parse Server, ${at}`,
      value: ourSessions / parseSessions,
      unit: '×',
      ...(connections === 16 && { goal: { atLeast: 2.5 } }),
    },
    { name: `edits, ${at}`, value: ourEdits, unit: '/s' },
    { name: `etcd, ${at}`, value: etcdRate, unit: '/s' },
    {
      name: `of etcd, ${at}`,
      value: ourEdits / etcdRate,
      unit: '×',
      ...(connections === 16 && { goal: { atLeast: 2 } }),
    },
  );
  details.push(
    roundsDetail(`Messages, ${at}`, messages),
    roundsDetail(`New sessions, ${at}`, sessions),
    roundsDetail(`Edits, ${at}`, edits),
  );
}
await report({ name: 'peers', question, figures, details }, options);
