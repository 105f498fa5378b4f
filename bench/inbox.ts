import type { Note, Session } from '@pairspace/protocol';
import { call, request } from '@pairspace/testkit/call';
import { cpuSeconds } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, serviceFile, startService } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { contest, medianOf, roundsDetail } from './lib/contest.ts';
import { loadRound } from './lib/load.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';

const question = `What does reaching an agent cost? GET of an inbox without news, with 64 connections, against GET of the
newest 50 messages of 300 characters, and GET of the inbox over 1,000 seats of an agent key. Messages that concern nobody, while 2,000 agents wait at their inboxes, against the
same without them: what waiting costs is the difference of processor time at 1,000 messages a second, and what it takes
while nothing happens. An edit of a note of 20 KB against a PUT of it, by processor time. With \`--before FILE\`, POST of a
message against another build of the service. Rounds alternate; figures are medians.`;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(import.meta.dirname, '../data') },
    server: { type: 'string', default: serviceFile },
    before: { type: 'string' },
  },
});
const { quick } = options;
await using scratch = await scratchFolder(options.folder);
const start = (name: string, file: string) =>
  startService({ folder: join(scratch.path, name), file, env: { PAIRSPACE_SESSION_PACE: 'off' } });
await using service = await start('service', options.server);

const reads = await readInboxes();
const waiting = await waitAtInboxes();
const edits = await editNotes();
const posts = options.before === undefined ? undefined : await postBeside(options.before);

await report(
  {
    name: 'inbox',
    question,
    figures: [
      { name: 'inboxes without news', value: medianOf(reads.inbox, 'perSecond'), unit: '/s' },
      {
        name: 'inboxes for each page of messages',
        value: medianOf(reads.inbox, 'perSecond') / medianOf(reads.messages, 'perSecond'),
        unit: '×',
        goal: { atLeast: 1 },
        sanity: { atLeast: 0.7 },
      },
      {
        name: 'processor time of an inbox over 1,000 seats, for each of one seat',
        value: medianOf(reads.key, 'cpuUs') / medianOf(reads.inbox, 'cpuUs'),
        unit: '×',
        goal: { atMost: 1.5 },
      },
      { name: 'agents that wait', value: waiting.agents, unit: '' },
      { name: 'waits that ended though nothing concerned them', value: waiting.woken, unit: '', goal: { atMost: 0 } },
      {
        name: 'waiting, beside 1,000 messages a second',
        value: waiting.beside * 100,
        unit: '% of a core',
        goal: { atMost: 5 },
      },
      { name: 'waiting, while nothing happens', value: waiting.idle * 100, unit: '% of a core', goal: { atMost: 5 } },
      {
        name: 'processor time of an edit for each PUT',
        value: edits.edit / edits.put,
        unit: '×',
        goal: { atMost: 1.5 },
      },
      ...(posts === undefined
        ? []
        : [
            {
              name: 'POST of a message, for each of the build before',
              value: medianOf(posts.now, 'perSecond') / medianOf(posts.before, 'perSecond'),
              unit: '×',
              goal: { atLeast: 0.97 },
            },
            {
              name: 'its processor time, for each of the build before',
              value: medianOf(posts.now, 'cpuUs') / medianOf(posts.before, 'cpuUs'),
              unit: '×',
              goal: { atMost: 1.03 },
            },
          ]),
    ],
    details: [
      roundsDetail('Reads', reads),
      roundsDetail('Messages without and with waiting agents', waiting.rounds),
      ...(posts === undefined ? [] : [roundsDetail('Messages, this build and the one before', posts)]),
    ],
  },
  options,
);

/** Measures reads of an empty inbox, of that of an agent key, and reads of messages. */
async function readInboxes() {
  const session = await createSession(service.url);
  for (let sent = 0; sent < 200; sent++) {
    await call(`${session.url}/messages`, { token: session.token, body: { content: sentences } });
  }
  const agentKey = await keyWithSeats(quick ? 50 : 1000);
  const load = { connections: 64, seconds: quick ? 2 : 8, token: session.token };
  return contest(
    {
      inbox: { pid: service.pid, load: () => ({ ...load, url: `${session.url}/inbox` }) },
      key: { pid: service.pid, load: () => ({ ...load, token: agentKey, url: `${service.url}/api/me/inbox` }) },
      messages: { pid: service.pid, load: () => ({ ...load, url: `${session.url}/messages?limit=50` }) },
    },
    { rounds: quick ? 1 : 5 },
  );
}

/** An agent key with a seat in many sessions, in which nothing is new. */
async function keyWithSeats(seats: number): Promise<string> {
  const body = { agentId: 'ada-of-many', protect: true };
  const { agentKey } = await call<{ agentKey: string }>(`${service.url}/api/agents`, { body });
  for (let made = 0; made < seats; made++) await call(`${service.url}/api/sessions`, { token: agentKey, body: {} });
  return agentKey;
}

interface JoinAnswer {
  agentToken: string;
}

/** A session with every seat taken; the first token is that of the writing agent. */
async function fullSession(seats: number): Promise<{ url: string; tokens: string[] }> {
  const body = { agentId: 'writer', maxAgents: seats };
  const created = await call<{ session: Session; agentToken: string }>(`${service.url}/api/sessions`, { body });
  const url = `${service.url}/api/sessions/${created.session.id}`;
  const tokens = [created.agentToken];
  for (let seat = 1; seat < seats; seat++) {
    const { inviteCode } = created.session;
    const joined = await call<JoinAnswer>(`${url}/join`, { body: { inviteCode, agentId: `agent-${String(seat)}` } });
    tokens.push(joined.agentToken);
  }
  return { url, tokens };
}

async function waitAtInboxes() {
  const seats = 16;
  const sessions = [];
  for (let made = 0; made < (quick ? 10 : 134); made++) sessions.push(await fullSession(seats));
  const waiters = sessions.flatMap(({ url, tokens }) => tokens.slice(1).map((token) => ({ url, token })));
  const places = sessions.map(({ url, tokens: [token = ''] }) => ({ url: `${url}/messages`, token }));
  const load = {
    url: service.url,
    places,
    connections: 16,
    seconds: quick ? 2 : 6,
    body: { content: sentences },
  };
  for (const { url, token } of waiters) await call(`${url}/read`, { token, body: { seq: await endOf(url, token) } });

  const rounds = { without: [], with: [] } as Record<'without' | 'with', Awaited<ReturnType<typeof loadRound>>[]>;
  let woken = 0;
  let idleSeconds = 0;
  let idleCpu = 0;
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    rounds.without.push(await loadRound(load, service.pid));
    const before = await cpuOver(5);
    const open = waiters.map(({ url, token }) => request<{ items: unknown[] }>(`${url}/inbox?wait=50`, { token }));
    await pause(5000);
    const after = await cpuOver(5);
    rounds.with.push(await loadRound(load, service.pid));
    idleCpu += after - before;
    idleSeconds += 5;
    for (const { data } of await Promise.all(open)) if (data.items.length > 0) woken++;
  }
  const perMessage = medianOf(rounds.with, 'cpuUs') - medianOf(rounds.without, 'cpuUs');
  const idle = Math.max(0, idleCpu / idleSeconds);
  return { rounds, woken, agents: waiters.length, idle, beside: idle + (Math.max(0, perMessage) * 1000) / 1e6 };
}

async function endOf(url: string, token: string): Promise<number> {
  return (await call<Session>(url, { token })).lastSeq;
}

/** Processor time of the idle service over some seconds. */
async function cpuOver(seconds: number): Promise<number> {
  const before = cpuSeconds(service.pid);
  await pause(seconds * 1000);
  return cpuSeconds(service.pid) - before;
}

/** Processor time of edits, and of PUTs that produce the same versions. */
async function editNotes(): Promise<{ edit: number; put: number }> {
  const { url, token } = await createSession(service.url);
  const lines = Array.from({ length: 400 }, (_, number) => `line ${String(number)} ${'x'.repeat(40)}\n`);
  const content = lines.join('');
  const note = await call<Note>(`${url}/notes`, { token, body: { title: 'Edited', content } });
  const one = `${url}/notes/${note.id}`;
  const used = { edit: 0, put: 0 };
  let { version } = note;
  for (let block = 0; block < (quick ? 4 : 40); block++) {
    const start = cpuSeconds(service.pid);
    for (let number = 0; number < 50; number++, version++) {
      const old = `line ${String(number)} `;
      const edits = [{ replace: { old, new: old } }, { append: 'y' }];
      await call(one, { token, method: 'PATCH', body: { expectedVersion: version, edits } });
    }
    const middle = cpuSeconds(service.pid);
    for (let number = 0; number < 50; number++, version++) {
      const body = { expectedVersion: version, content: `${content}${String(version)}` };
      await call(one, { token, method: 'PUT', body });
    }
    used.edit += middle - start;
    used.put += cpuSeconds(service.pid) - middle;
  }
  return used;
}

async function postBeside(file: string) {
  await using before = await start('before', file);
  const load = { connections: 64, seconds: quick ? 2 : 8, body: { content: 'm'.repeat(1000) } };
  const pair = async (url: string) => {
    const body = { agentId: 'ada' };
    const created = await call<{ session: Session; agentToken: string }>(`${url}/api/sessions`, { body });
    const at = `${url}/api/sessions/${created.session.id}`;
    await call(`${at}/join`, { body: { inviteCode: created.session.inviteCode, agentId: 'bob' } });
    return { url: `${at}/messages`, token: created.agentToken };
  };
  const [ours, theirs] = [await pair(service.url), await pair(before.url)];
  return await contest(
    {
      now: { pid: service.pid, load: () => ({ ...load, ...ours }) },
      before: { pid: before.pid, load: () => ({ ...load, ...theirs }) },
    },
    { rounds: quick ? 1 : 7 },
  );
}
