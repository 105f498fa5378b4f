import type { Event } from '@pairspace/protocol';
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../caller.ts';
import { eventsAfter, fullSessionRule, lastSeq, range, rule, sessionRule, together, within } from '../kit.ts';

const contentOf = ({ data }: Event): string | undefined => ('content' in data ? data.content : undefined);

const say = (creator: Caller, content: string) => creator.ok('postMessage', { body: { content } });

const consecutive = (from: number, upTo: number): number[] => range(upTo - from).map((number) => from + number + 1);

/** The two paths of the log's stream. */
const paths = [undefined, 'events'] as const;

fullSessionRule('LOG-6', 'the stream sends the log, under both addresses', async ({ creator, stranger, listen }) => {
  const items = await eventsAfter(creator, 0);
  for (const path of paths) {
    const stream = await listen(stranger, { since: 0, ...(path ? { path } : {}) });
    await stream.upTo(items.length);
    deepEqual(stream.events, items);
  }
});

sessionRule('LOG-6', 'a change reaches every stream promptly', async ({ listen, stranger, creator }) => {
  const streams = await together(range(20), (number) => listen(stranger, number % 2 ? { path: 'events' } : {}));
  for (const content of ['one', 'two', 'three']) {
    const { seq } = await say(creator, content);
    await Promise.all(streams.map((stream) => stream.upTo(seq, 2000)));
  }
  for (const { events } of streams) deepEqual(events.map(contentOf), ['one', 'two', 'three']);
});

sessionRule('LOG-6', 'text of many lines and odd line ends stays one frame', async ({ listen, stranger, creator }) => {
  const stream = await listen(stranger);
  for (const content of ['a\n\nb', 'a\r\n\r\nid: 7\nevent: x\n\n', '\u2028\u2029\u0085', ': comment\n\ndata: {}\n\n']) {
    const { seq } = await say(creator, content);
    await stream.upTo(seq);
    equal(stream.events.map(contentOf).at(-1), content);
  }
});

fullSessionRule('LOG-7', 'a stream resumes after Last-Event-ID, else since', async ({ creator, stranger, listen }) => {
  const newest = await lastSeq(creator);
  for (const path of paths) {
    const at = path ? { path } : {};
    for (const [options, from] of [
      [{ lastEventId: 3 }, 3],
      [{ since: 4 }, 4],
      [{ lastEventId: 2, since: 5 }, 2],
      [{ lastEventId: 0, since: 5 }, 0],
      [{ lastEventId: newest - 1 }, newest - 1],
    ] as const) {
      const stream = await listen(stranger, { ...options, ...at });
      await stream.upTo(newest);
      deepEqual(stream.ids, consecutive(from, newest), JSON.stringify(options));
    }
  }
});

sessionRule('LOG-7', 'otherwise, and beyond the log, it starts live', async ({ listen, stranger, creator }) => {
  const streams = [
    await listen(stranger),
    await listen(stranger, { since: 1_000_000 }),
    await listen(stranger, { lastEventId: 999_999_999 }),
    await listen(stranger, { since: await lastSeq(creator) }),
  ];
  const { seq } = await say(creator, 'live');
  for (const stream of streams) {
    await stream.upTo(seq);
    deepEqual(stream.ids, [seq]);
  }
});

sessionRule('LOG-7', 'a position that is not a number is 400', async ({ stranger }) => {
  const accept = 'text/event-stream';
  for (const name of ['streamEvents', 'listEvents'] as const) {
    for (const position of ['x', '-1', '1.5', '1e3', 'msg_0']) {
      const headers = { accept, 'last-event-id': position };
      await stranger.refused('VALIDATION_ERROR', name, { headers });
      await stranger.refused('VALIDATION_ERROR', name, { query: { since: position }, headers: { accept } });
    }
  }
});

sessionRule('LOG-8', 'replay runs into live without gap or repeat while many write', async (fixture) => {
  const { listen } = fixture;
  await together(range(250), () => say(fixture.creator, 'before'));
  const begin = async (number: number) => {
    await pause(number * 12);
    const from = (number % 4) * 60;
    return { from, stream: await listen(fixture.stranger, { since: from }) };
  };
  const [streams] = await Promise.all([
    together(range(16), begin, 16),
    together(range(240), (number) => say(fixture.creator, String(number))),
  ]);
  const newest = await lastSeq(fixture.creator);
  for (const { from, stream } of streams) {
    await stream.upTo(newest);
    deepEqual(stream.ids, consecutive(from, newest));
  }
});

sessionRule('LOG-8', 'readers that are cut off and resume by the last id see all, once', async (fixture) => {
  const { listen } = fixture;
  // A follower that stays, so that later ones join a log that is already being followed.
  const constant = await listen(fixture.stranger, { since: 0 });
  let isOver = false;
  const read = async (reader: number): Promise<number[]> => {
    const seen: number[] = [];
    for (let round = reader; ; round++) {
      const isLastRound = isOver;
      const from = seen.at(-1) ?? 0;
      const stream = await listen(fixture.stranger, { lastEventId: from });
      const newest = await lastSeq(fixture.creator);
      if (isLastRound && from < newest) await stream.upTo(newest);
      else await pause((round * 7) % 30);
      stream[Symbol.dispose]();
      seen.push(...stream.ids);
      if (isLastRound) return seen;
    }
  };
  const write = () =>
    together(range(300), (number) => say(fixture.creator, String(number)), 4).finally(() => {
      isOver = true;
    });
  const [readers] = await Promise.all([together(range(8), read, 8), write()]);
  const newest = await lastSeq(fixture.creator);
  await constant.upTo(newest);
  for (const seen of [constant.ids, ...readers]) deepEqual(seen, consecutive(0, newest));
});

sessionRule('LOG-9', 'a stream says retry and its start, and sends comments', { turn: 'first' }, async (fixture) => {
  const { stranger, creator, listen } = fixture;
  const streams = [await listen(stranger), await listen(stranger, { path: 'events' })];
  for (const stream of streams) {
    await stream.until('the opening', ({ opening }) => opening !== undefined);
    equal(stream.opening, `retry: 2000\nid: ${String(await lastSeq(creator))}`);
  }
  await Promise.all(streams.map((stream) => stream.until('a comment', ({ comments }) => comments.length > 0, 17_000)));
  for (const { comments } of streams) match(comments[0] ?? '', /^:/);
});

sessionRule('LOG-10', 'a reader far behind is cut off', async ({ creator, id, stranger, dial, listen }) => {
  const since = await lastSeq(creator);
  using slow = await dial();
  await slow.send(`GET /api/sessions/${id}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const quick = await listen(stranger);
  const content = 'x'.repeat(1024 * 1024);
  let newest = since;
  let isCutOff = false;
  // At each hop, buffers of the operating system can hold tens of megabytes, and the service is not responsible for
  // them. Above that the service must close the stream. A reader notices the closing only when it reads, and reading
  // empties the buffers. Therefore each round writes more than the one before.
  const rounds = [16, 48, 112];
  for (const [round, megabytes] of rounds.entries()) {
    slow.stall();
    for (const number of range(megabytes)) {
      await creator.ok('createNote', { body: { title: `${String(round)}.${String(number)}`, content } });
    }
    newest = await lastSeq(creator);
    await quick.upTo(newest);
    slow.resume();
    const patienceMs = round < rounds.length - 1 ? 5000 : 30_000;
    isCutOff = await Promise.race([slow.closed.then(() => true), pause(patienceMs).then(() => false)]);
    if (isCutOff) break;
  }
  ok(isCutOff, 'a reader that was 112 MB behind is still served');
  deepEqual(quick.ids, consecutive(since, newest));
  const resumed = await listen(stranger, { lastEventId: since });
  await resumed.upTo(newest);
  deepEqual(resumed.ids, consecutive(since, newest));
});

sessionRule('LOG-11', 'streams of strangers close before the event of privacy', async (fixture) => {
  const { aSession, listen } = fixture;
  const outsider = (await aSession()).creator.in(fixture.id);
  const since = await lastSeq(fixture.creator);
  const strangers = [
    await listen(fixture.stranger),
    await listen(fixture.stranger, { since: 0 }),
    await listen(outsider, { path: 'events' }),
  ];
  const members = [await listen(fixture.invited), await listen(fixture.partner), await listen(fixture.observer)];
  const { seq } = await say(fixture.creator, 'public');
  await Promise.all([...strangers, ...members].map((stream) => stream.upTo(seq)));
  await fixture.creator.ok('setVisibility', { body: { visibility: 'private' } });
  const after = await say(fixture.creator, 'private');
  for (const stream of strangers) {
    await within('closing a stranger’s stream', stream.ended);
    equal(stream.ids.at(-1), seq);
  }
  for (const stream of members) {
    await stream.upTo(after.seq);
    deepEqual(stream.ids, consecutive(since, after.seq));
  }
  await fixture.stranger.refused('UNAUTHORIZED', 'streamEvents');
});

rule('LOG-11', 'a stranger never reads what was written in private', async ({ aSession, listen }) => {
  await together(range(8), async () => {
    const fixture = await aSession();
    const streams = await together(range(4), (number) => listen(fixture.stranger, number % 2 ? { since: 0 } : {}));
    for (const content of ['once', 'twice']) {
      const { seq } = await say(fixture.creator, content);
      await Promise.all(streams.map((stream) => stream.upTo(seq)));
    }
    await fixture.creator.ok('setVisibility', { body: { visibility: 'private' } });
    await say(fixture.creator, 'secret');
    await fixture.creator.ok('setVisibility', { body: { visibility: 'public' } });
    await within('closing the streams', Promise.all(streams.map((stream) => stream.ended)));
    for (const { events } of streams) ok(events.every((event) => contentOf(event) !== 'secret'));
  });
});

sessionRule('SES-15', 'streams end with a session.deleted frame', async (fixture) => {
  const { listen } = fixture;
  const streams = [
    await listen(fixture.stranger),
    await listen(fixture.partner, { since: 0 }),
    await listen(fixture.walkIn, { path: 'events' }),
  ];
  const { seq } = await say(fixture.creator, 'last words');
  await Promise.all(streams.map((stream) => stream.upTo(seq)));
  await fixture.creator.ok('deleteSession');
  for (const stream of streams) {
    await within('the end of the stream', stream.ended);
    const last = stream.events.at(-1);
    equal(last?.event, 'session.deleted');
    deepEqual([last.sessionId, last.data.id], [fixture.id, fixture.id]);
    equal(stream.names.filter((name) => name === 'session.deleted').length, 1);
  }
});

rule('SES-15', 'whoever wrote just before the end is still heard', async ({ aSession, listen }) => {
  await together(range(6), async () => {
    const fixture = await aSession();
    const stream = await listen(fixture.partner);
    const { seq } = await say(fixture.creator, 'last words');
    await fixture.creator.ok('deleteSession');
    await within('the end of the stream', stream.ended);
    deepEqual(stream.ids.slice(0, 1), [seq]);
    equal(stream.names.at(-1), 'session.deleted');
  });
});
