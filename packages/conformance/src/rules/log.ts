import { deepEqual, equal, ok } from 'node:assert/strict';
import { EventName } from '@pairspace/protocol';
import type { Caller } from '../caller.ts';
import { asListed, cancelJobs, type SessionFixture, lastSeq, type FullSessionFixture } from '../session-fixture.ts';
import { fullSessionRule, rule, sessionRule } from '../rule.ts';
import { fieldsOf, range, together } from '../tools.ts';

const eventsAfter = async (caller: Caller, since: number) =>
  (await caller.ok('listEvents', { query: { since, limit: 200 } })).items;

/** The events that each operation appends: the table of LOG-3. */
const operations: [string, (fixture: FullSessionFixture) => Promise<unknown>, string[]][] = [
  ['join', ({ stranger, inviteCode }) => stranger.ok('joinSession', { body: { inviteCode } }), ['session.joined']],
  ['PATCH to paused', ({ creator }) => creator.ok('updateSession', { body: { status: 'paused' } }), ['session.paused']],
  [
    'PATCH to completed',
    ({ creator }) => creator.ok('updateSession', { body: { status: 'completed' } }),
    ['ask.ended', 'session.completed'],
  ],
  [
    'PATCH to completed and a name',
    ({ creator }) => creator.ok('updateSession', { body: { status: 'completed', name: 'x' } }),
    ['ask.ended', 'session.completed'],
  ],
  [
    'PATCH of name, mode and metadata',
    ({ creator }) => creator.ok('updateSession', { body: { name: 'x', mode: 'realtime', metadata: { a: 1 } } }),
    ['session.updated'],
  ],
  ['PATCH of nothing', ({ creator }) => creator.ok('updateSession', { body: { status: 'active' } }), []],
  ['visibility', ({ creator }) => creator.ok('setVisibility'), ['session.updated']],
  ['visibility as it is', ({ creator }) => creator.ok('setVisibility', { body: { visibility: 'public' } }), []],
  ['reinvite', ({ creator }) => creator.ok('reinvite'), ['session.updated']],
  ['observe', ({ stranger }) => stranger.ok('observeSession'), ['observer.joined']],
  ['message', ({ creator }) => creator.ok('postMessage', { body: { content: 'x' } }), ['message.created']],
  ['note: create', ({ creator }) => creator.ok('createNote'), ['note.created']],
  [
    'note: update',
    ({ observer, note }) =>
      observer.ok('updateNote', { params: { noteId: note.id }, body: { expectedVersion: 1, content: 'x' } }),
    ['note.updated'],
  ],
  ['note: delete', ({ creator, note }) => creator.ok('deleteNote', { params: { noteId: note.id } }), ['note.deleted']],
  ['file: create', ({ creator }) => creator.ok('writeFile', { body: { path: 'x', content: '' } }), ['file.updated']],
  [
    'file: replace',
    ({ creator, file }) => creator.ok('writeFile', { body: { path: file.path, content: '' } }),
    ['file.updated'],
  ],
  ['file: delete', ({ creator, file }) => creator.ok('deleteFile', { params: { path: file.path } }), ['file.deleted']],
  [
    'task: create and claim',
    ({ creator }) => creator.ok('createTask', { body: { title: 'x', claim: true } }),
    ['task.created', 'task.claimed'],
  ],
  [
    'task: change',
    ({ creator, task }) =>
      creator.ok('updateTask', { params: { taskId: task.id }, body: { expectedVersion: 1, priority: 3 } }),
    ['task.updated'],
  ],
  [
    'task: release',
    ({ creator, ownedTask }) => creator.ok('releaseTask', { params: { taskId: ownedTask.id } }),
    ['task.released'],
  ],
  [
    'task: decline',
    ({ creator, offeredTask }) => creator.ok('declineTask', { params: { taskId: offeredTask.id } }),
    ['task.released'],
  ],
  [
    'task: finish',
    ({ creator, ownedTask }) =>
      creator.ok('finishTask', { params: { taskId: ownedTask.id }, body: { outcome: 'failed' } }),
    ['task.ended'],
  ],
  ['task: cancel', ({ creator, task }) => creator.ok('cancelTask', { params: { taskId: task.id } }), ['task.ended']],
  [
    'task: reopen',
    ({ creator, endedTask }) => creator.ok('reopenTask', { params: { taskId: endedTask.id } }),
    ['task.updated'],
  ],
  [
    'ask: create and answer',
    async ({ creator, observer }) => {
      const { id: askId } = await creator.ok('createAsk', { body: { kind: 'approval', title: 'x' } });
      await observer.ok('answerAsk', { params: { askId }, body: { optionId: 'deny' } });
    },
    ['ask.created', 'ask.ended'],
  ],
  ['ask: withdraw', ({ creator, ask }) => creator.ok('withdrawAsk', { params: { askId: ask.id } }), ['ask.ended']],
  ['fork, on the source', ({ partner }) => partner.ok('forkSession'), []],
  ['a read', ({ creator }) => creator.ok('listNotes'), []],
  ['whoami', ({ creator }) => creator.ok('whoami'), []],
];

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
  deepEqual(
    fieldsOf(log, 'seq'),
    range(newest).map((number) => number + 1),
  );
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
    deepEqual(
      stream.events.find(({ seq }) => seq === message.seq),
      event,
    );
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

rule('LOG-3', 'creation begins the log with session.created, a join makes it active', async ({ nobody }) => {
  const { session, agentToken } = await nobody.ok('createSession', { body: { agentId: 'ada', agentName: 'Ada' } });
  const creator = nobody.in(session.id).as(agentToken);
  const body = { inviteCode: session.inviteCode, agentId: 'bob' };
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

for (const [what, operate, expected] of operations)
  fullSessionRule(
    'LOG-3',
    `${what} appends ${expected.join(', ') || 'nothing'}, and no other event`,
    async (fixture) => {
      await cancelJobs(fixture);
      const before = await lastSeq(fixture.creator);
      await operate(fixture);
      const log = await eventsAfter(fixture.creator, before);
      deepEqual(fieldsOf(log, 'event'), expected);
    },
  );

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
    deepEqual(
      seen,
      range(newest).map((number) => number + 1),
    );
  }
});

sessionRule('LOG-5', 'what was answered is in the log at once', async ({ creator, stranger }) => {
  for (const number of range(30)) {
    const { seq } = await creator.ok('postMessage', { body: { content: String(number) } });
    equal((await eventsAfter(stranger, seq - 1))[0]?.seq, seq);
  }
});
