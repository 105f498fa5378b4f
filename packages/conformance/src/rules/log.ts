import { deepEqual, equal, ok } from 'node:assert/strict';
import { type EndpointName, EventName } from '@pairspace/protocol';
import { actorOf, endpointEntries, sampleOf } from '../samples.ts';
import {
  aloneRule,
  asListed,
  cancelJobs,
  eventsAfter,
  fieldsOf,
  fullSessionRule,
  lastSeq,
  range,
  rule,
  type SessionFixture,
  sessionRule,
  together,
} from '../kit.ts';

/** The events that the sample of each write appends: the table of LOG-3. Every other endpoint appends none. */
const appended: Partial<Record<EndpointName, string>> = {
  updateSession: 'session.paused',
  setVisibility: 'session.updated',
  joinSession: 'session.joined',
  reinvite: 'session.updated',
  observeSession: 'observer.joined',
  recoverAgent: 'agent.recovered',
  revokeToken: 'agent.revoked',
  removeAgent: 'agent.removed session.updated',
  updateObserver: 'observer.updated',
  removeObserver: 'observer.removed',
  postMessage: 'message.created',
  postHumanMessage: 'message.created',
  createNote: 'note.created',
  updateNote: 'note.updated',
  editNote: 'note.updated',
  deleteNote: 'note.deleted',
  writeFile: 'file.updated',
  editFile: 'file.updated',
  deleteFile: 'file.deleted',
  createTask: 'task.created',
  claimTask: 'task.claimed',
  updateTask: 'task.updated',
  declineTask: 'task.released',
  releaseTask: 'task.released',
  finishTask: 'task.ended',
  cancelTask: 'task.ended',
  reopenTask: 'task.updated',
  createAsk: 'ask.created',
  answerAsk: 'ask.ended',
  withdrawAsk: 'ask.ended',
  configurePool: 'compute.updated',
  submitJob: 'job.updated',
  cancelJob: 'job.updated',
  issueWorkerToken: 'compute.updated',
  claimJob: 'job.updated',
  releaseJob: 'job.updated',
  completeJob: 'job.updated',
  failJob: 'job.updated',
  steerSession: 'session.paused compute.updated job.updated',
};

/** Other bodies, and the events that they append. */
const variants: [EndpointName, Record<string, unknown>, string][] = [
  ['updateSession', { status: 'completed' }, 'ask.ended session.completed'],
  ['updateSession', { status: 'completed', name: 'x' }, 'ask.ended session.completed'],
  ['updateSession', { name: 'x', mode: 'realtime', metadata: { a: 1 } }, 'session.updated'],
  ['updateSession', { status: 'active' }, ''],
  ['setVisibility', { visibility: 'public' }, ''],
  ['writeFile', { path: 'x', content: '' }, 'file.updated'],
  ['createTask', { title: 'x', claim: true }, 'task.created task.claimed'],
];

const appends = (name: EndpointName, body: Record<string, unknown> | undefined, expected: string): void => {
  const what = `${name}${body ? ` of ${JSON.stringify(body)}` : ''} appends ${expected || 'nothing'}, and no other event`;
  fullSessionRule('LOG-3', what, async (fixture) => {
    if (body?.['status'] === 'completed') await cancelJobs(fixture);
    const before = await lastSeq(fixture.creator);
    await actorOf(name, fixture).ok(name, { ...sampleOf(name, fixture), ...(body && { body }) });
    const log = await eventsAfter(fixture.observer, before);
    equal(log.map(({ event }) => event).join(' '), expected);
  });
};

/** Writes messages, notes, files and observers concurrently. */
const writeAllKinds = ({ creator, partner }: SessionFixture, count: number) =>
  together(
    range(count),
    async (number) => {
      const caller = number % 2 ? creator : partner;
      const kinds = [
        () => caller.ok('postMessage', { body: { content: String(number) } }),
        () => caller.ok('createNote', { body: { title: String(number) } }),
        () => caller.ok('writeFile', { body: { path: `${String(number % 9)}.txt`, content: String(number) } }),
        () => caller.ok('observeSession', { body: { name: String(number) } }),
      ];
      await kinds[number % kinds.length]?.();
    },
    24,
  );

sessionRule('API-21', 'every change takes the next number, without gaps, whoever writes at once', async (fixture) => {
  await writeAllKinds(fixture, 120);
  const newest = await lastSeq(fixture.creator);
  const log = [];
  for (let since = 0; since < newest; since = log.at(-1)?.seq ?? newest)
    log.push(...(await eventsAfter(fixture.creator, since)));
  const told = range(newest).map((number) => number + 1);
  deepEqual(fieldsOf(log, 'seq'), told);
});

sessionRule('API-21', 'the message list, the log and the stream show the same number', async (fixture) => {
  const { listen } = fixture;
  await writeAllKinds(fixture, 20);
  const stream = await listen(fixture.stranger, { since: 0 });
  await stream.upTo(await lastSeq(fixture.creator));
  const { items } = await fixture.creator.ok('listMessages', { query: { since: 0, limit: 200 } });
  const log = await eventsAfter(fixture.creator, 0);
  ok(items.length > 0);
  for (const message of items) {
    const event = log.find(({ seq }) => seq === message.seq);
    deepEqual(event?.data, message);
    const told = stream.events.find(({ seq }) => seq === message.seq);
    deepEqual(told, event);
  }
});

sessionRule('LOG-1', 'an event says when, where, who and what', async ({ id, partner, observer, creator }) => {
  const message = asListed(await partner.ok('postMessage', { body: { content: 'x' } }));
  const note = await creator.ok('createNote');
  const edited = await observer.ok('updateNote', {
    params: { noteId: note.id },
    body: { expectedVersion: 1, content: 'x' },
  });
  const [first, second, third] = await eventsAfter(creator, message.seq - 1);
  deepEqual(first, {
    seq: message.seq,
    hash: first?.hash ?? null,
    event: 'message.created',
    timestamp: message.createdAt,
    sessionId: id,
    actor: { kind: 'agent', id: 'bob', name: 'Bob' },
    data: message,
  });
  deepEqual([second?.event, second?.actor.id, second?.data], ['note.created', 'ada', note]);
  deepEqual([third?.actor, third?.data], [edited.lastEditor, edited]);
  equal(third?.timestamp, edited.updatedAt);
});

rule('LOG-2', 'events have the names of the contract', () => {
  const named =
    'session.created session.updated session.completed session.paused session.stalled message.created note.created note.updated note.deleted file.updated file.deleted agent.disconnected session.joined session.deleted observer.joined';
  const missing = named.split(' ').filter((name) => !(EventName.options as string[]).includes(name));
  deepEqual(missing, []);
  return Promise.resolve();
});

aloneRule('LOG-3', 'the log begins with session.created, session.joined', { agentName: 'Ada' }, async (fixture) => {
  const { creator, inviteCode } = fixture;
  const body = { inviteCode, agentId: 'bob' };
  await creator.ok('joinSession', { body });
  const log = await eventsAfter(creator, 0);
  deepEqual(fieldsOf(log, 'seq', 'event', 'actor.id'), [
    [1, 'session.created', 'ada'],
    [2, 'session.joined', 'bob'],
    [3, 'session.updated', 'bob'],
  ]);
  const joined = log[2];
  equal(joined?.event === 'session.updated' && joined.data.status, 'active');
});

for (const [name, { method }] of endpointEntries) {
  if (method !== 'GET' && name !== 'deleteSession') appends(name, undefined, appended[name] ?? '');
}
for (const variant of variants) appends(...variant);

fullSessionRule('LOG-4', 'data is the whole entity', async ({ creator, partner, stranger, note, file, inviteCode }) => {
  const before = await lastSeq(creator);
  const edited = await partner.ok('updateNote', {
    params: { noteId: note.id },
    body: { expectedVersion: 1, content: 'Second' },
  });
  const written = await partner.ok('writeFile', { body: { path: file.path, content: 'Second' } });
  await partner.ok('deleteNote', { params: { noteId: note.id } });
  await partner.ok('deleteFile', { params: { path: file.path } });
  const { observer } = await stranger.ok('observeSession');
  const joined = await stranger.ok('joinSession', { body: { inviteCode, agentId: 'carol', agentName: 'Carol' } });
  await creator.ok('updateSession', { body: { name: 'New' } });
  const asStranger = await stranger.ok('getSession');
  const log = await eventsAfter(creator, before);
  const seat = joined.session.agents.find(({ agentId }) => agentId === 'carol');
  deepEqual(fieldsOf(log, 'data'), [edited, written, edited, written, observer, { ...seat, id: 'carol' }, asStranger]);
});

sessionRule('LOG-4', 'no event holds an invite code', { maxAgents: 4 }, async ({ creator, inviteCode }) => {
  const codes = [inviteCode];
  codes.push((await creator.ok('reinvite')).inviteCode);
  await creator.ok('updateSession', { body: { name: 'x' } });
  codes.push((await creator.ok('reinvite')).inviteCode);
  const text = JSON.stringify(await eventsAfter(creator, 0));
  for (const code of codes) ok(!text.includes(code), 'an invite code stands in the log');
});

sessionRule('LOG-5', 'the log is read after since, oldest first', async (fixture) => {
  await writeAllKinds(fixture, 12);
  const whole = (await fixture.creator.ok('listEvents')).items;
  equal(whole[0]?.seq, 1);
  for (const since of [0, 1, 7, whole.length]) {
    deepEqual(await eventsAfter(fixture.stranger, since), whole.slice(since));
  }
  deepEqual(await eventsAfter(fixture.stranger, 1_000_000), []);
  const page = (await fixture.creator.ok('listEvents', { query: { since: 3, limit: 2 } })).items;
  deepEqual(page, whole.slice(3, 5));
});

sessionRule('LOG-5', 'following by the seq of the last item misses nothing while others write', async (fixture) => {
  let isOver = false;
  const follow = async (): Promise<number[]> => {
    const seen: number[] = [];
    for (;;) {
      const isLastLook = isOver;
      const { items } = await fixture.stranger.ok('listEvents', {
        query: { since: seen.at(-1) ?? 0, wait: 1, limit: 7 },
      });
      seen.push(...items.map(({ seq }) => seq));
      if (isLastLook && items.length === 0) return seen;
    }
  };
  const write = () =>
    writeAllKinds(fixture, 100).finally(() => {
      isOver = true;
    });
  const [, ...followers] = await Promise.all([write(), follow(), follow(), follow()]);
  const newest = await lastSeq(fixture.creator);
  for (const seen of followers) {
    const told = range(newest).map((number) => number + 1);
    deepEqual(seen, told);
  }
});

sessionRule('LOG-5', 'what was answered is in the log at once', async ({ creator, stranger }) => {
  for (const number of range(30)) {
    const { seq } = await creator.ok('postMessage', { body: { content: String(number) } });
    equal((await eventsAfter(stranger, seq - 1))[0]?.seq, seq);
  }
});
