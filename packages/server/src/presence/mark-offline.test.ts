import { cases } from '@pairspace/testkit/cases';
import type { Event } from '@pairspace/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { aWatch, type TestWatch } from '../testing/a-watch.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { lookInside } from '@pairspace/testkit/look-inside';

const minute = 60_000;

let app: TestApp;
let watches: [TestWatch, TestWatch];
beforeAll(async () => {
  app = await startTestApp({ watchPauseMs: 3_600_000 });
  watches = [await aWatch(app), await aWatch(app)];
});
afterAll(async () => {
  for (const watch of watches) await watch[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const eventsOf = async (session: Awaited<ReturnType<typeof aSession>>, name: string): Promise<Event[]> => {
  const { data } = await session.creator<{ items: Event[] }>('GET', '/events?limit=200');
  return data.items.filter(({ event }) => event === name);
};

const step = fc.oneof(
  fc.record({ beat: fc.constantFrom('ada', 'bob') }),
  fc.record({ passMs: fc.constantFrom(1, 20_000, minute - 1, minute, minute + 1, 2 * minute, 7 * minute) }),
  fc.record({ rounds: fc.constantFrom([0], [1], [0, 1], [0, 1, 0]) }),
);

test('[PRES-4] [PRES-5] each absence is told once and each long one pauses once, whoever looks, whenever', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const session = await aSession(app, { mode: 'realtime' });
      const lastBeat = new Map<string, number>();
      const gaps: number[] = [];
      for (const taken of steps) {
        if ('passMs' in taken) app.clock.advance(taken.passMs);
        else if ('rounds' in taken) await Promise.all(taken.rounds.map((which) => watches[which].round()));
        else {
          const since = lastBeat.get(taken.beat);
          if (since !== undefined) gaps.push(app.clock.now() - since);
          lastBeat.set(taken.beat, app.clock.now());
          await (taken.beat === 'ada' ? session.creator : session.partner)('POST', '/presence');
        }
      }
      await Promise.all(watches.map((watch) => watch.round()));
      for (const since of lastBeat.values()) gaps.push(app.clock.now() - since);

      const absences = gaps.filter((gap) => gap >= minute).length;
      expect(await eventsOf(session, 'agent.disconnected')).toHaveLength(absences);
      const pauses = gaps.some((gap) => gap >= 2 * minute) ? 1 : 0;
      expect(await eventsOf(session, 'session.paused')).toHaveLength(pauses);
    }),
    { numRuns: cases(12) },
  );
});

test('of two processes on the same data that look at the same moment, one tells', async () => {
  const sessions = await Promise.all(Array.from({ length: 8 }, () => aSession(app, { mode: 'realtime' })));
  await Promise.all(sessions.map(({ partner }) => partner('POST', '/presence')));
  for (const passMs of [minute, minute, 8 * minute]) {
    app.clock.advance(passMs);
    await Promise.all(watches.map((watch) => watch.round()));
  }
  const quiet = await aSession(app, { mode: 'realtime' });
  app.clock.advance(10 * minute);
  await Promise.all(watches.map((watch) => watch.round()));
  for (const session of sessions) {
    for (const name of ['agent.disconnected', 'session.paused']) expect(await eventsOf(session, name)).toHaveLength(1);
  }
  expect(await eventsOf(quiet, 'session.stalled')).toHaveLength(1);
});

test('two whole services on the same data tell each absence once', async () => {
  await using first = await startTestApp({ watchPauseMs: 1 });
  await using second = await startTestApp({ watchPauseMs: 1 }, first);
  const sessions = await Promise.all(
    Array.from({ length: 6 }, (_, index) => aSession(index % 2 ? first : second, { mode: 'realtime' })),
  );
  await Promise.all(sessions.map(({ partner }) => partner('POST', '/presence')));
  first.clock.advance(2 * minute);
  for (const session of sessions) {
    await expect.poll(() => eventsOf(session, 'session.paused')).toHaveLength(1);
    expect(await eventsOf(session, 'agent.disconnected')).toHaveLength(1);
  }
  // When each watch has reported this absence, both have looked again.
  const marker = await aSession(first, { mode: 'realtime' });
  for (let times = 1; times <= 4; times++) {
    await marker.creator('POST', '/presence');
    first.clock.advance(minute);
    await expect.poll(() => eventsOf(marker, 'agent.disconnected')).toHaveLength(times);
  }
  for (const session of sessions) {
    for (const name of ['agent.disconnected', 'session.paused']) expect(await eventsOf(session, name)).toHaveLength(1);
  }
});

test('a record without its seat is forgotten, and holds up no other', async () => {
  const [bare, session] = [await aSession(app), await aSession(app)];
  await bare.creator('POST', '/presence');
  await session.creator('POST', '/presence');
  await using inside = await lookInside(app);
  await inside.rows(`delete from seat where session_id = '${bare.id}' and agent_id = 'ada'`);
  app.clock.advance(2 * minute);
  await watches[0].round();
  expect(await inside.rows(`select 1 from presence where session_id = '${bare.id}'`)).toEqual([]);
  expect(await eventsOf(session, 'agent.disconnected')).toHaveLength(1);
});
