import { cases } from '@pairspace/testkit/cases';
import type { ListedPosition, Message } from '@pairspace/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isoTime } from '../lib/clock.ts';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { watchUnread } from './mark-unread.ts';

const minute = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ watchPauseMs: 3_600_000 });
});
afterAll(() => app[Symbol.asyncDispose]());

const waitingOf = async ({ stranger }: SessionFixture): Promise<Record<string, ListedPosition['waiting']>> => {
  const { data } = await stranger<{ items: ListedPosition[] }>('GET', '/read');
  return Object.fromEntries(data.items.map(({ agentId, waiting }) => [agentId, waiting]));
};

/** A step of a random log: the author, and the agents that it asks. */
const step = fc.record({
  by: fc.constantFrom('ada', 'bob', 'a_b', 'person'),
  does: fc.constantFrom('says', 'hands over', 'writes a note'),
  names: fc.subarray(['ada', 'bob', 'a_b', 'axb']),
  seats: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The same in a few lines: what is asked stands until whoever was asked writes. */
class Model {
  readonly #open = new Map<string, ListedPosition['waiting'] & object>();
  take({ by, does, names }: Step, seated: readonly string[], { seq, createdAt }: Message): void {
    this.#open.delete(by);
    if (does === 'writes a note') return;
    const others = seated.filter((id) => id !== by);
    const isForOther = does === 'hands over' && names.length === 0 && seated.length === 2 && by !== 'person';
    for (const id of others.filter((other) => isForOther || names.includes(other))) {
      const before = this.#open.get(id);
      const msgType = does === 'hands over' ? 'handoff' : 'chat';
      const oldest = before ?? { messages: 0, seq, since: createdAt, from: by, msgType };
      this.#open.set(id, { ...oldest, messages: oldest.messages + 1 });
    }
  }
  for(id: string): ListedPosition['waiting'] {
    return this.#open.get(id) ?? null;
  }
}

test('[INB-16] whom a log has asked, and who has answered by writing, is what a model of it says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 25 }), async (isLarge, steps) => {
      const session = await aSession(app, { maxAgents: 4 });
      const seated = ['ada', 'bob'];
      const callers: Record<string, SessionFixture['creator']> = { ada: session.creator, bob: session.partner };
      if (isLarge) {
        for (const agentId of ['a_b', 'axb']) {
          const { data } = await session.stranger<{ agentToken: string }>('POST', '/join', {
            body: { inviteCode: session.inviteCode, agentId },
          });
          callers[agentId] = (method, subpath, options) =>
            app.request(method, `/api/sessions/${session.id}${subpath}`, { ...options, token: data.agentToken });
          seated.push(agentId);
        }
      }
      const model = new Model();
      for (const taken of steps) {
        const { by, does } = taken;
        const mentions = taken.names.filter((id) => seated.includes(id) && id !== by);
        const body = { content: 'x', mentions, msgType: does === 'hands over' ? 'handoff' : 'chat' };
        if (by === 'person') {
          if (does === 'writes a note') continue;
          const { data } = await session.observer<Message>('POST', '/messages/human', { body: { ...body, name: by } });
          model.take({ ...taken, names: mentions }, seated, data);
          continue;
        }
        const caller = callers[by];
        if (!caller) continue;
        const { data } =
          does === 'writes a note'
            ? await caller<Message>('POST', '/notes', { body: {} })
            : await caller<Message>('POST', '/messages', { body });
        model.take({ ...taken, names: mentions }, seated, data);
        if (taken.seats) app.clock.advance(1);
      }
      const waiting = await waitingOf(session);
      for (const id of seated) expect(waiting[id]).toEqual(model.for(id));
    }),
    { numRuns: cases(5) },
  );
});

test('[INB-16] what the service calls unread is asked nothing anew, and a completed session asks nobody', async () => {
  const session = await aSession(app);
  const { data } = await session.creator<Message>('POST', '/messages', { body: { content: 'please, @bob' } });
  const asked = { messages: 1, seq: data.seq, since: isoTime(app.clock.now()), from: 'ada', msgType: 'chat' };
  expect(await waitingOf(session)).toEqual({ ada: null, bob: asked });
  await session.partner('POST', '/notes', { body: {} });
  app.clock.advance(10 * minute);
  await using watching = await openBeside(app);
  const closing = new AbortController().signal;
  await watchUnread({ now: () => app.clock.now(), unreadAfterMs: 10 * minute, closing, storage: watching });
  const { data: log } = await session.stranger<{ items: { event: string }[] }>('GET', '/events?limit=200');
  expect(log.items.at(-1)?.event).toBe('message.unread');
  expect(await waitingOf(session)).toEqual({ ada: null, bob: null });
  await session.creator('POST', '/messages', { body: { content: 'again, @bob' } });
  expect((await waitingOf(session))['bob']).toMatchObject({ messages: 1 });
  await session.creator('PATCH', '', { body: { status: 'completed' } });
  expect((await waitingOf(session))['bob']).toBeNull();
});

test('[INB-16] messages are counted up to 100', async () => {
  const session = await aSession(app);
  for (let message = 0; message < 103; message++)
    await session.observer('POST', '/messages/human', { body: { content: '@bob?' } });
  expect((await waitingOf(session))['bob']).toMatchObject({ messages: 100, from: 'Human' });
});
