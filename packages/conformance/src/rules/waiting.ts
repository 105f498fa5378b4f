import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../caller.ts';
import { fieldsOf, fullSessionRule, lastSeq, range, rule, sessionRule, timed, together, within } from '../kit.ts';

/** A wake-up within this time cannot come from polling. */
const promptMs = 900;

/** The waits of the rules last 30 s, so one that ends in this time has not run out. */
const heldMs = 20_000;

/** The reads that have a parameter `wait`. */
const waitingReads = ['listEvents', 'listMessages'] as const;

/** Makes a change after the service has begun to hold the preceding reads. */
const onceHeld = async <T>(change: () => Promise<T>): Promise<T> => {
  await pause(80);
  return change();
};

const waitFrom = async (creator: Caller, wait = 30) => ({ query: { since: await lastSeq(creator), wait } });

fullSessionRule('WAIT-1', 'wait is a number of seconds from 0 to 50; anything else is 400', async ({ stranger }) => {
  for (const name of waitingReads) {
    for (const wait of [0, 1, 50]) ok((await stranger.ok(name, { query: { since: 0, wait } })).items.length > 0);
  }
});

fullSessionRule('WAIT-1', 'a wait for what is there is answered at once', { turn: 'alone' }, async ({ stranger }) => {
  for (const name of waitingReads) {
    const { result, ms } = await timed(stranger.ok(name, { query: { since: 0, wait: 50 } }));
    ok(result.items.length > 0);
    ok(ms < promptMs, `${name} took ${String(ms)} ms`);
  }
});

sessionRule('WAIT-1', 'a wait is held, and then answered promptly', { turn: 'alone' }, async (fixture) => {
  for (const name of waitingReads) {
    const given = await waitFrom(fixture.creator);
    const [read, { result, ms }] = await Promise.all([
      timed(fixture.stranger.ok(name, given)),
      timed(onceHeld(() => fixture.partner.ok('postMessage', { body: { content: 'now' } }))),
    ]);
    const told = read.result.items.map((item) => item.seq);
    deepEqual(told, [result.seq]);
    const late = Math.round(read.ms - ms);
    ok(late < promptMs, `${name} woke up ${String(late)} ms after the change was answered`);
  }
});

sessionRule('WAIT-1', 'a wait for messages is not ended by other changes', async ({ creator, stranger }) => {
  const { query } = await waitFrom(creator);
  const change = async () => {
    await onceHeld(() => creator.ok('createNote'));
    await creator.ok('postMessage', { body: { content: 'chat' } });
    return onceHeld(() => creator.ok('postMessage', { body: { content: 'yours', msgType: 'handoff' } }));
  };
  const [{ items }, { id }] = await Promise.all([
    stranger.ok('listMessages', { query: { ...query, msgType: 'handoff' } }),
    change(),
  ]);
  deepEqual(fieldsOf(items, 'id'), [id]);
});

sessionRule('WAIT-1', 'a wait answers an empty list when the time is up', async ({ stranger, creator }) => {
  await together(waitingReads, async (name) => {
    const { result, ms } = await timed(stranger.ok(name, await waitFrom(creator, 1)));
    deepEqual(result, { items: [], nextCursor: null });
    ok(ms >= 950 && ms < 5000, `${name} of 1 s took ${String(ms)} ms`);
  });
});

sessionRule('WAIT-1', 'wait=0 does not wait', async ({ stranger, creator }) => {
  for (const name of waitingReads) {
    const page = await within(name, stranger.ok(name, await waitFrom(creator, 0)), heldMs);
    deepEqual(page, { items: [], nextCursor: null });
  }
});

sessionRule('WAIT-1', 'one change wakes everyone who waits', async ({ creator, stranger }) => {
  const given = await waitFrom(creator);
  const wait = (number: number) => stranger.ok(waitingReads[number % 2] ?? 'listEvents', given);
  const [pages, { seq }] = await within(
    'waking 100',
    Promise.all([
      together(range(100), wait, 100),
      onceHeld(() => onceHeld(() => creator.ok('postMessage', { body: { content: 'all' } }))),
    ]),
    heldMs,
  );
  for (const { items } of pages) equal(items[0]?.seq, seq);
});

sessionRule('WAIT-3', 'a wait never blocks on a completed session', async ({ creator, stranger }) => {
  await creator.ok('updateSession', { body: { status: 'completed' } });
  for (const name of waitingReads) {
    const page = await within(name, stranger.ok(name, await waitFrom(creator)), heldMs);
    deepEqual(page, { items: [], nextCursor: null, completed: true });
  }
});

sessionRule('WAIT-6', 'lists say that the session is completed', async ({ creator, partner }) => {
  const reads = ['listEvents', 'listMessages', 'readInbox'] as const;
  const told = async (query: object) =>
    (await together(reads, (name) => partner.ok(name, { query: { since: 0, ...query } }))).map(
      (page) => page.completed,
    );
  await creator.ok('postMessage', { body: { content: '@bob done' } });
  deepEqual(await told({}), [undefined, undefined, undefined]);
  await creator.ok('updateSession', { body: { status: 'completed' } });
  for (const query of [{}, { wait: 30 }]) deepEqual(await told(query), [true, true, true]);
  await creator.ok('updateSession', { body: { status: 'active' } });
  deepEqual(await told({}), [undefined, undefined, undefined]);
});

sessionRule('WAIT-3', 'a wait that is held ends when the session is completed', async ({ creator, partner }) => {
  const given = await waitFrom(creator);
  const [{ items }, empty] = await within(
    'the end of the waits',
    Promise.all([
      partner.ok('listEvents', given),
      partner.ok('listMessages', given),
      onceHeld(() => creator.ok('updateSession', { body: { status: 'completed' } })),
    ]),
    heldMs,
  );
  deepEqual(fieldsOf(items, 'event'), ['session.completed']);
  deepEqual(empty, { items: [], nextCursor: null, completed: true });
});

rule('WAIT-4', 'no wake-up is lost', { turn: 'alone' }, async ({ aSession }) => {
  const fixtures = await together(range(6), () => aSession());
  const slow: number[] = [];
  await together(fixtures, async ({ creator, partner }) => {
    for (let round = 0; round < 60; round++) {
      const query = { since: await lastSeq(creator), wait: 20 };
      const write = async () => {
        await pause((round % 12) / 2);
        return creator.ok('postMessage', { body: { content: String(round) } });
      };
      const [{ result, ms }, { seq }] = await Promise.all([
        timed(partner.ok(waitingReads[round % 2] ?? 'listEvents', { query })),
        write(),
      ]);
      equal(result.items[0]?.seq, seq);
      if (ms > 2500) slow.push(Math.round(ms));
    }
  });
  deepEqual(slow, [], 'milliseconds of the waits that were not woken');
});

sessionRule('WAIT-5', 'the waits of strangers end with 401 when the session becomes private', async (fixture) => {
  const given = await waitFrom(fixture.creator);
  const [, , { items }] = await within(
    'the end of the waits',
    Promise.all([
      fixture.stranger.refused('UNAUTHORIZED', 'listEvents', given),
      fixture.stranger.refused('UNAUTHORIZED', 'listMessages', given),
      fixture.invited.ok('listEvents', given),
      onceHeld(() => fixture.creator.ok('setVisibility', { body: { visibility: 'private' } })),
    ]),
    heldMs,
  );
  equal(items[0]?.event, 'session.updated');
});

sessionRule('ACC-6', 'the waits of a session end when it is deleted', async ({ creator, stranger, partner }) => {
  const given = await waitFrom(creator);
  await within(
    'the end of the waits',
    Promise.all([
      stranger.refused('NOT_FOUND', 'listEvents', given),
      partner.refused('UNAUTHORIZED', 'listMessages', given),
      onceHeld(() => creator.ok('deleteSession')),
    ]),
    heldMs,
  );
});
