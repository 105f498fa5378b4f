import type { AgentStats, PostedMessage, ServiceError } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

interface LoggedEvent {
  seq: number;
  event: string;
  data: { id: string; content?: string };
}

/** A call in this process: the payload, or the code of the refusal. Calls that begin in one turn wait together. */
const callsOf =
  (app: TestApp, sessionId: string) =>
  async (
    name: 'postMessage' | 'removeAgent',
    token: string,
    given: { body?: object; agentId?: string; key?: string },
  ) => {
    const { body, agentId, key: idempotencyKey } = given;
    const params = agentId === undefined ? { sessionId } : { sessionId, agentId };
    try {
      const result = await app.dispatch(name, { clientAddress: '192.0.2.1', token, params, body, idempotencyKey });
      return result.kind === 'value' ? (result.data as PostedMessage) : result.kind;
    } catch (error) {
      return (error as ServiceError).code;
    }
  };

test('[LOG-1] [INB-12] messages that share a transaction are numbered, counted and put into inboxes one by one', async () => {
  await using app = await startTestApp();
  const { id, creator, tokens, session, stranger } = await aSession(app);
  const call = callsOf(app, id);
  const posts = Array.from({ length: 100 }, (_, index) => index);
  const posted = await Promise.all(
    posts.map((index) =>
      call('postMessage', index % 2 === 0 ? tokens.creator : tokens.partner, {
        body:
          index % 10 === 3
            ? { content: 'To nobody here', mentions: ['carol'] }
            : { content: `Number ${String(index)}`, replyTo: index % 10 === 6 ? 'msg_none' : null },
        ...(index % 5 === 0 && { key: `key-${String(index)}` }),
      }),
    ),
  );
  // PostgreSQL takes the transactions in any order.
  const stored = posted.filter((message) => typeof message === 'object').toSorted((one, other) => one.seq - other.seq);
  expect(posted.filter((message) => typeof message !== 'object')).toEqual(Array(20).fill('VALIDATION_ERROR'));
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => session.lastSeq + 1 + index));
  const unread = stored
    .filter(({ authorAgentId }) => authorAgentId === 'ada')
    .flatMap(({ recipients }) => recipients.map((recipient) => recipient.unread.forMe));
  expect(unread).toEqual(unread.map((_, index) => (unread[0] ?? 0) + index));

  const { data: log } = await stranger<{ items: LoggedEvent[] }>(
    'GET',
    `/events?limit=200&since=${String(session.lastSeq)}`,
  );
  expect(log.items.map(({ seq, data }) => [seq, data.id])).toEqual(stored.map((message) => [message.seq, message.id]));
  const { data: now } = await creator<{ lastSeq: number }>('GET', '');
  expect(now.lastSeq).toBe(session.lastSeq + stored.length);
  for (const agentId of ['ada', 'bob']) {
    const { data: stats } = await app.request<AgentStats>('GET', `/api/agents/${agentId}/stats`);
    expect(stats.messagesSent).toBe(stored.filter(({ authorAgentId }) => authorAgentId === agentId).length);
  }
  const repeated = await call('postMessage', tokens.creator, {
    body: { content: 'Number 0', replyTo: null },
    key: 'key-0',
  });
  expect(repeated).toEqual(posted[0]);
});

test('[SEAT-9] of messages that wait together, those of an agent that is removed before them are refused', async () => {
  await using app = await startTestApp();
  const { id, tokens, stranger } = await aSession(app);
  const call = callsOf(app, id);
  const [, ...posted] = await Promise.all([
    call('removeAgent', tokens.creator, { agentId: 'bob' }),
    ...Array.from({ length: 40 }, (_, index) =>
      call('postMessage', index % 2 === 0 ? tokens.creator : tokens.partner, { body: { content: 'Mine' } }),
    ),
  ]);
  expect(posted.filter((_, index) => index % 2 === 0).every((message) => typeof message === 'object')).toBe(true);
  expect(posted.filter((_, index) => index % 2 === 1)).toContain('UNAUTHORIZED');
  const { data } = await stranger<{ items: LoggedEvent[] }>('GET', '/events?limit=200');
  const removed = data.items.find(({ event }) => event === 'agent.removed')?.seq ?? 0;
  const ofBob = posted.filter((message) => typeof message === 'object' && message.authorAgentId === 'bob');
  for (const message of ofBob) expect((message as PostedMessage).seq).toBeLessThan(removed);
  expect(data.items.filter(({ event }) => event === 'message.created')).toHaveLength(20 + ofBob.length);
});

test('[LOOP-1] of messages that share a transaction the thirteenth courtesy is refused, and the notice of the service stays', async () => {
  await using app = await startTestApp();
  const { id, tokens, stranger } = await aSession(app);
  const call = callsOf(app, id);
  const posted = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      call('postMessage', index % 2 === 0 ? tokens.creator : tokens.partner, { body: { content: 'Thanks!' } }),
    ),
  );
  // PostgreSQL takes the transactions in any order.
  expect(posted.map((message) => (typeof message === 'object' ? 'stored' : message)).toSorted()).toEqual([
    ...Array<string>(8).fill('RATE_LIMITED'),
    ...Array<string>(12).fill('stored'),
  ]);
  const { data } = await stranger<{ items: { authorRole: string }[] }>('GET', '/messages?since=0&limit=100');
  expect(data.items.map(({ authorRole }) => authorRole === 'system')).toEqual([
    ...Array<boolean>(12).fill(false),
    true,
  ]);
});
