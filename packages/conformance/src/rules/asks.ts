import { deepEqual, equal, match } from 'node:assert/strict';
import type { Ask } from '@pairspace/protocol';
import type { Caller } from '../caller.ts';
import { eventsAfter, fieldsOf, lastSeq, range, sessionRule } from '../kit.ts';

/** The path of an ask. */
const at = ({ id }: Pick<Ask, 'id'>) => ({ params: { askId: id } });

const ask = (caller: Caller, body: Record<string, unknown> = {}): Promise<Ask> =>
  caller.ok('createAsk', { body: { kind: 'approval', title: 'May I?', ...body } });

const answer = (caller: Caller, asked: Ask, body: Record<string, unknown> = { optionId: 'approve' }): Promise<Ask> =>
  caller.ok('answerAsk', { ...at(asked), body });

const two = [
  { id: 'a', label: 'A' },
  { id: 'b', label: 'B' },
];

sessionRule('ASK-1', 'an ask does not change after its end', async ({ creator, observer, id: sessionId }) => {
  const asked = await ask(creator, { details: 'All of it' });
  match(asked.id, /^ask_/);
  deepEqual([asked.askId, asked.sessionId, asked.seq], [asked.id, sessionId, await lastSeq(creator)]);
  deepEqual([asked.kind, asked.title, asked.details, asked.status], ['approval', 'May I?', 'All of it', 'open']);
  deepEqual([asked.askedBy, asked.requires], [{ agentId: 'ada', agentName: 'Ada' }, 'token']);
  deepEqual([asked.freeText, asked.taskId, asked.answer, asked.endedAt], [false, null, null, null]);
  equal(Date.parse(asked.expiresAt) - Date.parse(asked.createdAt), 3_600_000);
  const ended = await answer(observer, asked);
  deepEqual([ended.status, ended.seq], ['answered', await lastSeq(creator)]);
  await observer.conflict('ask_ended', 'answerAsk', { ...at(asked), body: { optionId: 'deny' } });
  await creator.conflict('ask_ended', 'withdrawAsk', at(asked));
  deepEqual(await creator.ok('getAsk', at(asked)), ended);
});

sessionRule('ASK-2', 'agents ask, about a task too', async ({ creator, partner }) => {
  equal((await ask(partner)).askedBy.agentId, 'bob');
  const task = await creator.ok('createTask', { body: { title: 'A task' } });
  for (const taskId of [task.id, String(task.number)]) equal((await ask(creator, { taskId })).taskId, task.id);
  const most = { title: '𝔘'.repeat(200), details: 'x'.repeat(16 * 1024), expiresInMs: 7 * 86_400_000 };
  equal((await ask(creator, most)).details.length, 16 * 1024);
  for (const taskId of ['task_none', '99'])
    await creator.refused('VALIDATION_ERROR', 'createAsk', { body: { kind: 'approval', title: 'x', taskId } });
});

sessionRule('ASK-2', 'a session has 50 open asks', async ({ creator, observer }) => {
  const asks: Ask[] = [];
  for (const index of range(50)) asks.push(await ask(creator, { title: `Ask ${String(index)}` }));
  const body = { kind: 'approval', title: 'One more' };
  await creator.conflict('limit_reached', 'createAsk', { body });
  const [first] = asks;
  if (first) await answer(observer, first);
  await ask(creator);
});

sessionRule('ASK-4', 'an approval can be approved and denied, and a question can be answered', async ({ creator }) => {
  deepEqual((await ask(creator)).options, [
    { id: 'approve', label: 'Approve', approves: true },
    { id: 'deny', label: 'Deny', approves: false },
  ]);
  const options = [
    { id: 'a', label: 'A', approves: true },
    { id: 'b', label: 'B', approves: false },
  ];
  deepEqual((await ask(creator, { options })).options, options);
  deepEqual((await ask(creator, { kind: 'question', freeText: true })).options, []);
  equal((await ask(creator, { kind: 'question', options: two })).options[1]?.approves, false);
  const approving = two.map((option) => ({ ...option, approves: true }));
  const wrong = [
    { kind: 'approval', options: approving },
    { kind: 'approval', options: two },
    { kind: 'approval', options: [{ id: 'a', label: 'A', approves: true }] },
    { kind: 'approval', options: [...options, { id: 'a', label: 'Once more' }] },
    { kind: 'approval', options: [] },
    { kind: 'question' },
    { kind: 'question', options: approving },
  ];
  for (const body of wrong) await creator.refused('VALIDATION_ERROR', 'createAsk', { body: { title: 'x', ...body } });
});

sessionRule('ASK-5', 'asks are listed, and a wait ends with one', async ({ creator, partner, observer, stranger }) => {
  const asks = [await ask(creator), await ask(creator), await ask(creator)];
  const [one, middle, last] = asks.map(({ id }) => id);
  const listed = async (query: Record<string, string | number> = {}) =>
    (await stranger.ok('listAsks', { query })).items.map(({ id }) => id);
  deepEqual(await listed(), [last, middle, one]);
  const [asked] = asks;
  if (!asked) return;
  const waiting = partner.ok('getAsk', { ...at(asked), query: { wait: 20 } });
  const answered = await answer(observer, asked);
  deepEqual(await waiting, answered);
  deepEqual(await listed({ status: 'open' }), [last, middle]);
  deepEqual(await listed({ status: 'answered' }), [one]);
  deepEqual(await stranger.ok('getAsk', { ...at(asked), query: { wait: 20 } }), answered);
  equal((await stranger.ok('getAsk', { ...at(asks[1] ?? asked), query: { wait: 0 } })).status, 'open');
});

sessionRule('ASK-6', 'no message answers an ask', async ({ creator, partner, observer }) => {
  const asked = await ask(creator);
  await partner.ok('postMessage', { body: { content: 'approve' } });
  await observer.ok('postHumanMessage', { body: { content: 'approve' } });
  const { status, answer: none } = await creator.ok('getAsk', at(asked));
  deepEqual([status, none], ['open', null]);
});

sessionRule('ASK-7', 'agents never answer, nor do others without right', async ({ creator, observer, stranger }) => {
  const asked = await ask(creator);
  const given = { ...at(asked), body: { optionId: 'approve' } };
  const answered = await answer(observer, asked);
  deepEqual([answered.answer?.by.kind, answered.answer?.vouched], ['observer', false]);
  deepEqual([answered.answer?.optionId, answered.answer?.text], ['approve', null]);
  const join = async (right: string) => {
    const body = { name: 'Rita', rights: [right] };
    return stranger.as((await observer.ok('observeSession', { body })).observerToken);
  };
  const [another, named] = [await ask(creator), await join('answer')];
  for (const right of ['speak', 'steer']) {
    await (await join(right)).refused('FORBIDDEN', 'answerAsk', { ...given, ...at(another) });
  }
  const { answer: hers } = await answer(named, another);
  deepEqual([hers?.by.kind, hers?.by.name, hers?.vouched], ['observer', 'Rita', false]);
});

sessionRule('ASK-7', 'no token of the creator is vouched for', async ({ creator, partner, observer, invited, id }) => {
  const asked = await ask(creator, { requires: 'vouched' });
  const given = { ...at(asked), body: { optionId: 'approve' } };
  const { details } = await observer.refused('FORBIDDEN', 'answerAsk', given);
  equal(details['reason'], 'vouched');
  const elsewhere = await creator.ok('createSession');
  const foreign = creator.in(id).as(elsewhere.observerToken);
  for (const caller of [creator, partner, invited, foreign]) await caller.refused('FORBIDDEN', 'answerAsk', given);
  equal((await creator.ok('getAsk', at(asked))).status, 'open');
});

sessionRule('ASK-8', 'the first valid answer counts, of two at once too', async ({ creator, observer }) => {
  const asked = await ask(creator);
  const replies = await Promise.all(
    ['approve', 'deny', 'approve', 'deny'].map((optionId) =>
      observer.call('answerAsk', { ...at(asked), body: { optionId } }),
    ),
  );
  const counted = replies.filter(({ ok }) => ok);
  equal(counted.length, 1);
  const { answer: kept } = await creator.ok('getAsk', at(asked));
  for (const reply of replies) {
    if (reply.ok) deepEqual((reply.data as Ask).answer, kept);
    else deepEqual([reply.error.code, reply.error.details['reason']], ['CONFLICT', 'ask_ended']);
  }
  deepEqual(fieldsOf(await eventsAfter(creator, asked.seq), 'event'), ['ask.ended']);
  const { details } = await observer.conflict('ask_ended', 'answerAsk', {
    ...at(asked),
    body: { optionId: 'approve' },
  });
  deepEqual((details['ask'] as Ask).answer, kept);
});

sessionRule('ASK-8', 'an answer that does not fit the ask is 400', async ({ creator, observer }) => {
  const plain = await ask(creator);
  const words = await ask(creator, { kind: 'question', freeText: true });
  const both = await ask(creator, { kind: 'question', options: two, freeText: true });
  const wrong: readonly (readonly [Ask, Record<string, unknown>])[] = [
    [plain, {}],
    [plain, { optionId: 'other' }],
    [plain, { optionId: '' }],
    [plain, { text: 'Yes' }],
    [plain, { optionId: 'approve', text: 'Yes' }],
    [words, {}],
    [words, { text: '' }],
    [words, { text: ' ' }],
    [words, { optionId: 'a' }],
    [words, { optionId: 'a', text: 'Yes' }],
    [both, { text: 'Yes' }],
    [both, { optionId: 'c' }],
  ];
  for (const [asked, body] of wrong) {
    await observer.refused('VALIDATION_ERROR', 'answerAsk', { ...at(asked), body });
  }
  deepEqual((await answer(observer, words, { text: 'Yes' })).answer?.text, 'Yes');
  const { answer: kept } = await answer(observer, both, { optionId: 'b', text: 'Later' });
  deepEqual([kept?.optionId, kept?.text], ['b', 'Later']);
});

sessionRule('ASK-10', 'the asker, its removal and the end withdraw', async ({ creator, partner, observer }) => {
  const [own, ofBob, last] = [await ask(creator), await ask(partner), await ask(creator)];
  equal((await creator.ok('withdrawAsk', at(own))).status, 'withdrawn');
  const { details } = await observer.conflict('ask_ended', 'answerAsk', { ...at(own), body: { optionId: 'approve' } });
  equal((details['ask'] as Ask).status, 'withdrawn');
  await creator.ok('removeAgent', { params: { agentId: 'bob' } });
  equal((await creator.ok('getAsk', at(ofBob))).status, 'withdrawn');
  await observer.conflict('ask_ended', 'answerAsk', { ...at(ofBob), body: { optionId: 'approve' } });
  const waiting = creator.ok('getAsk', { ...at(last), query: { wait: 20 } });
  await observer.ok('steerSession', { body: { status: 'completed' } });
  const { status, answer: none, endedAt } = await waiting;
  deepEqual([status, none, typeof endedAt], ['withdrawn', null, 'string']);
  const items = await eventsAfter(creator, last.seq);
  deepEqual(items.map(({ event }) => event).slice(-2), ['ask.ended', 'session.completed']);
});

sessionRule('ASK-11', 'the log and the inbox of the asker tell of an ask', async ({ creator, partner, observer }) => {
  const asked = await ask(creator);
  const answered = await answer(observer, asked);
  const own = await ask(creator);
  await creator.ok('withdrawAsk', at(own));
  const items = await eventsAfter(creator, asked.seq - 1);
  deepEqual(fieldsOf(items.slice(0, 2), 'event', 'actor.kind', 'data'), [
    ['ask.created', 'agent', asked],
    ['ask.ended', 'observer', answered],
  ]);
  const told = async (caller: Caller) =>
    (await caller.ok('readInbox', { query: { since: asked.seq - 1 } })).items.map(({ reason, seq }) => [reason, seq]);
  deepEqual(await told(creator), [['answer', answered.seq]]);
  deepEqual(await told(partner), []);
});

sessionRule('ASK-12', 'export, state, brief and transcript have asks', async (fixture) => {
  const { creator, partner, observer, stranger, nobody } = fixture;
  const one = await ask(creator, { title: 'The first ask' });
  const second = await ask(partner, { title: 'The second ask' });
  await answer(observer, one, { optionId: 'deny' });
  const { asks } = await stranger.ok('exportSession');
  deepEqual(asks, [await creator.ok('getAsk', at(second)), await creator.ok('getAsk', at(one))]);
  const past = (await stranger.ok('getState', { query: { seq: second.seq } })).asks;
  deepEqual(fieldsOf(past.open, 'id', 'askedBy.agentId'), [
    [one.id, 'ada'],
    [second.id, 'bob'],
  ]);
  deepEqual([past.answered, past.expired, past.withdrawn], [0, 0, 0]);
  const present = (await stranger.ok('getState')).asks;
  deepEqual([present.open.map(({ id }) => id), present.answered], [[second.id], 1]);
  deepEqual((await stranger.ok('getState', { query: { seq: one.seq - 1 } })).asks.open, []);
  const { text } = await creator.ok('getBrief');
  match(text, /ask `The second ask` of `bob`: waits for a person/);
  match(text, /ask `The first ask` of `ada`: answered with `Deny`/);
  match((await stranger.ok('getTranscript')).content, /The first ask/);
  const made = await partner.ok('forkSession');
  const fork = nobody.in(made.session.id).as(made.agentToken);
  deepEqual((await fork.ok('listAsks')).items, []);
});
