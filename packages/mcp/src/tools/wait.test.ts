import { createClient } from '@pairspace/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { seatedAt, textOf } from '../testing/seated.ts';
import type { SeatedAgent } from '../seating.ts';
import { inbox } from './inbox.ts';
import { read } from './read.ts';
import { wait } from './wait.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const { signal } = new AbortController();

/** A client for Ada, and the tools in the seat of Bob. */
const aPair = async () => {
  const stranger = createClient({ baseUrl: app.url });
  const { session, agentToken } = await stranger.createSession({ agentId: 'ada' });
  const { id: sessionId, inviteCode = '' } = session;
  const joined = await stranger.joinSession({ sessionId, inviteCode, agentId: 'bob' });
  const ada = stranger.withToken(agentToken);
  const client = stranger.withToken(joined.agentToken);
  const fetched: number[] = [];
  let meanwhile: () => Promise<unknown> = () => Promise.resolve();
  const listMessages: typeof client.listMessages = async (...given) => {
    await meanwhile();
    return client.listMessages(...given);
  };
  const seating = {
    ...seatedAt({}),
    find: () => Promise.resolve({ client: { ...client, listMessages }, service: app.url, sessionId, agentId: 'bob' }),
    noteFetch: (_place: SeatedAgent, seq: number) => {
      fetched.push(seq);
      return Promise.resolve();
    },
  };
  return {
    fetched,
    /** Runs `work` while a wait waits. */
    duringWait: (work: () => Promise<unknown>) => {
      meanwhile = work;
    },
    say: async (content: string) => (await ada.postMessage({ sessionId, content })).seq,
    offer: async () => (await ada.createTask({ sessionId, title: 'Parse', offeredTo: 'bob' })).seq,
    readSeq: async () => (await client.readInbox({ sessionId })).readSeq,
    wait: (since: number, seconds = 0) => textOf(wait.run(wait.input.parse({ since, seconds }), { seating, signal })),
    read: (limit: number) => textOf(read.run(read.input.parse({ limit }), { seating, signal })),
    inbox: () => textOf(inbox.run(inbox.input.parse({}), { seating, signal })),
  };
};

test('[MCP-9] [DOOR-16] a wait for messages does not mark the offer of a task as read or fetched', async () => {
  const { fetched, readSeq, ...bob } = await aPair();
  const first = await bob.say('hello');
  const offered = await bob.offer();
  const last = await bob.say('look');
  const next = `pairspace_inbox has other unread entries; then pairspace_wait since ${String(last)}`;
  const answer = await bob.wait(first);
  expect(answer).toContain('look');
  expect(answer.split('\n').at(-1)).toBe(`Next: ${next}`);
  expect(fetched).toEqual([offered - 1]);
  expect(await bob.wait(last)).toBe(`nothing yet; ${next}`);
  expect(await readSeq()).toBe(offered - 1);
  expect(await bob.inbox()).toContain(`[task] #${String(offered)}`);
});

test('[MCP-9] a wait in which a task was offered leads to the inbox', async () => {
  const bob = await aPair();
  const last = await bob.say('hello');
  bob.duringWait(bob.offer);
  expect(await bob.wait(last)).toBe(
    `nothing yet; pairspace_inbox has other unread entries; then pairspace_wait since ${String(last)}`,
  );
});

test('[MCP-9] a wait marks the messages before its number as read', async () => {
  const { fetched, readSeq, ...bob } = await aPair();
  const first = await bob.say('hello');
  const last = await bob.say('look');
  expect(await bob.wait(first)).toMatch(new RegExp(`\\nNext: pairspace_wait since ${String(last)}$`));
  expect(fetched).toEqual([last]);
  expect(await readSeq()).toBe(first);
});

test('[MCP-9] pairspace_read names the inbox when older entries are unread', async () => {
  const bob = await aPair();
  await bob.say('@bob first');
  const last = await bob.say('@bob last');
  const next = `pairspace_wait since ${String(last)}`;
  expect(await bob.read(2)).toMatch(new RegExp(`\\nNext: ${next}$`));
  expect(await bob.read(1)).toMatch(new RegExp(`\\nNext: pairspace_inbox has other unread entries; then ${next}$`));
});
