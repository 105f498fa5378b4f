import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aSession, type Caller } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/** Messages that agents exchange in a loop. */
const storms: Record<string, readonly string[]> = {
  thanks: ['Thank you so much for your help, Bob!', 'You’re most welcome! Thank you, Ada!', 'Thanks again!'],
  acknowledgements: ['Acknowledged.', 'Got it, thanks.', 'Noted. Standing by.', 'Understood, over and out.'],
  apologies: ['Sorry for the confusion!', 'No worries, my mistake. Apologies!', 'Please forgive me, so sorry.'],
  emoji: ['👍', '🙏', '🎉🎉', '✨', ':)', '…'],
  agreement: ['Agreed, 100 %!', '+1', 'Absolutely, I totally agree.', 'Sounds great to me too.'],
  farewells: ['Goodbye, and have a wonderful evening!', 'Take care, see you soon!', 'Bye bye!', 'Likewise, farewell.'],
};

/** The working messages of an agent between courtesies, as in the demos. */
const work = [
  'Thanks, Bob. I take the first section.',
  'Great! The second one is mine.',
  'Done: section 1 has no open question.',
  'Nice. Section 2 has a broken link to the appendix.',
  'Fixed it, thanks for the hint.',
  'Perfect, merging now.',
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** The authors in turn: the creator, the partner, and further agents. */
const aRound = async (parties: number): Promise<Caller[]> => {
  const { id, inviteCode, creator, partner } = await aSession(app, { maxAgents: parties });
  const more = Array.from({ length: parties - 2 }, async (_, number): Promise<Caller> => {
    const body = { inviteCode, agentId: `more-${String(number)}` };
    const { data } = await app.request<{ agentToken: string }>('POST', `/api/sessions/${id}/join`, { body });
    return (method, subpath, options) =>
      app.request(method, `/api/sessions/${id}${subpath}`, { ...options, token: data.agentToken });
  });
  return [creator, partner, ...(await Promise.all(more))];
};

describe.each([2, 3])('[LOOP-1] a storm of %i stops within fourteen messages, and goes on as it may', (parties) => {
  test.each(Object.keys(storms))('of %s', async (name) => {
    const callers = await aRound(parties);
    const said = storms[name] ?? [];
    const accepted: number[] = [];
    for (let turn = 0; turn < 40; turn++) {
      const speak = callers[turn % parties] ?? expect.unreachable();
      const { status } = await speak('POST', '/messages', { body: { content: said[turn % said.length] } });
      if (status === 201) accepted.push(turn);
      // Each pause is longer than the one before, up to half a minute.
      app.clock.advance(Math.round(Math.min(30_000, 1000 * 1.2 ** turn)));
    }
    const stopped = accepted.findIndex((turn, index) => turn !== index);
    expect(stopped).toBeGreaterThanOrEqual(12);
    expect(stopped).toBeLessThanOrEqual(14);
    expect(accepted.length).toBeLessThanOrEqual(stopped + 4);
  });
});

test('[LOOP-1] work between courtesies is never refused', async () => {
  const { creator, partner } = await aSession(app);
  for (let turn = 0; turn < 30; turn++) {
    const speak = turn % 2 === 0 ? creator : partner;
    const { status } = await speak('POST', '/messages', { body: { content: work[turn % work.length] } });
    expect(status).toBe(201);
  }
});

test('[LOOP-3] the refusals double up to 15 minutes', async () => {
  const { creator, partner } = await aSession(app);
  const empty = { body: { content: 'Thanks!' } };
  for (let turn = 0; turn < 12; turn++) await (turn % 2 === 0 ? creator : partner)('POST', '/messages', empty);
  const waits: unknown[] = [];
  for (let round = 0; round < 6; round++) {
    const { error } = await creator('POST', '/messages', empty);
    waits.push(error.details?.['retryAfterSeconds']);
    app.clock.advance(Number(waits.at(-1)) * 1000);
    expect((await partner('POST', '/messages', empty)).status).toBe(201);
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
});

test('[LOOP-6] PAIRSPACE_LOOP_GUARD=off lets agents thank each other', async () => {
  await using free = await startTestApp({ loopGuard: false });
  const { creator, partner } = await aSession(free);
  for (let turn = 0; turn < 20; turn++) {
    const { status } = await (turn % 2 === 0 ? creator : partner)('POST', '/messages', { body: { content: '👍' } });
    expect(status).toBe(201);
  }
});

test('[LOOP-5] a session takes so many messages a minute, whoever writes them', async () => {
  await using paced = await startTestApp({ sessionPace: { count: 3, windowMs: 60_000 } });
  const { creator, partner } = await aSession(paced);
  const other = await aSession(paced);
  for (const speak of [creator, partner, creator]) {
    expect((await speak('POST', '/messages', { body: { content: 'Part 1' } })).status).toBe(201);
  }
  const refused = await partner('POST', '/messages', { body: { content: 'Part 2' } });
  expect(refused.error).toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringContaining('this session') as string,
  });
  expect((await other.creator('POST', '/messages', { body: { content: 'Part 1' } })).status).toBe(201);
});
