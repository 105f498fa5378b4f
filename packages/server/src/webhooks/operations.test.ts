import {
  type Delivery,
  type Event,
  type File,
  type Note,
  type PostedMessage,
  type Session,
  specifiedEvents,
} from '@pairspace/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aReceiver, type Receiver } from '../testing/a-receiver.ts';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const adminToken = 'operator-of-this-test';
const minute = 60_000;

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  app = await startTestApp({ adminToken, webhookPollMs: 5, watchPauseMs: 5 });
  receiver = await aReceiver();
  await aWebhook(app, { url: receiver.url, events: [...specifiedEvents] }, adminToken);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

/** All deliveries of a session, after as many have arrived as its log has events of the twelve names. */
const arrivedOf = async (id: string): Promise<Delivery[]> => {
  const { data } = await app.request<{ items: Event[] }>('GET', `/api/sessions/${id}/events?limit=200`);
  const logged = data.items.filter(({ event }) => (specifiedEvents as readonly string[]).includes(event));
  const ours = () => receiver.received.filter(({ delivery }) => delivery.sessionId === id);
  await expect.poll(() => ours().length).toBeGreaterThanOrEqual(logged.length);
  expect(ours().map(({ headers }) => Number(headers['x-pair-seq']))).toEqual(logged.map(({ seq }) => seq));
  return ours().map(({ text, delivery, headers }, index) => {
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['event', 'timestamp', 'sessionId', 'data']);
    expect(delivery.timestamp).toBe(logged[index]?.timestamp);
    expect(delivery.data).toEqual(logged[index]?.data);
    expect(delivery.data['id']).toEqual(expect.any(String));
    expect(headers['x-pair-event']).toBe(delivery.event);
    return delivery;
  });
};

/** The deliveries that an operation causes. */
const arriving = async ({ id }: { id: string }, operation: () => Promise<unknown>): Promise<Delivery[]> => {
  const before = (await arrivedOf(id)).length;
  await operation();
  return (await arrivedOf(id)).slice(before);
};

const seenByStranger = async ({ stranger }: SessionFixture): Promise<Session> =>
  (await stranger<Session>('GET', '')).data;

describe('what an operation sends', () => {
  let fixture: SessionFixture;
  let note: Note;
  let file: File;
  beforeAll(async () => {
    fixture = await aSession(app, { maxAgents: 3 });
    note = (await fixture.creator<Note>('POST', '/notes', { body: { title: 'Plan', content: 'one' } })).data;
    file = (await fixture.creator<File>('POST', '/files', { body: { path: 'a.txt', content: 'x' } })).data;
  });

  test('[HOOK-7] creating a session, joining it and watching it', async () => {
    const created = await app.request<{ session: Session }>('POST', '/api/sessions', { body: { agentId: 'cyd' } });
    const { id, inviteCode, inviteExpiresAt, observerToken, ...session } = created.data.session as Session & {
      observerToken: string;
    };
    expect([inviteCode, inviteExpiresAt, observerToken]).toEqual(Array(3).fill(expect.any(String)));
    expect(await arrivedOf(id)).toMatchObject([{ event: 'session.created', data: { id, ...session } }]);
    const path = `/api/sessions/${id}`;
    const joined = await arriving({ id }, () => app.request('POST', `${path}/join`, { body: { inviteCode } }));
    expect(joined).toEqual([
      expect.objectContaining({ event: 'session.updated', data: (await app.request<Session>('GET', path)).data }),
    ]);
    expect(await arriving({ id }, () => app.request('POST', `${path}/observe`, { body: {} }))).toEqual([]);
  });

  test.each([
    ['a name', { name: 'Renamed' }, 'session.updated'],
    ['metadata', { metadata: { a: 1 } }, 'session.updated'],
    ['the pause', { status: 'paused' }, 'session.paused'],
    ['that it goes on', { status: 'active' }, 'session.updated'],
    ['its end', { status: 'completed' }, 'session.completed'],
    ['that it is open again', { status: 'active' }, 'session.updated'],
  ])('[HOOK-7] a PATCH of a session: %s', async (_what, body, event) => {
    const sent = await arriving(fixture, () => fixture.creator('PATCH', '', { body }));
    expect(sent).toMatchObject([{ event, sessionId: fixture.id, data: await seenByStranger(fixture) }]);
    expect(await arriving(fixture, () => fixture.creator('PATCH', '', { body }))).toEqual([]);
  });

  test('[HOOK-7] visibility and a new invite code, without the code', async () => {
    const isPrivate = await arriving(fixture, async () => {
      await fixture.observer('POST', '/visibility');
      await fixture.observer('POST', '/visibility');
    });
    expect(isPrivate).toMatchObject([
      { event: 'session.updated', data: { visibility: 'private' } },
      { event: 'session.updated', data: { visibility: 'public' } },
    ]);
    const reinvited = await arriving(fixture, () => fixture.creator('POST', '/reinvite'));
    expect(reinvited).toMatchObject([{ event: 'session.updated', data: await seenByStranger(fixture) }]);
    expect(reinvited[0]?.data).not.toHaveProperty('inviteCode');
  });

  test('[HOOK-7] a fork sends its own beginning, and nothing of its source', async () => {
    let fork: Session | undefined;
    const ofSource = await arriving(fixture, async () => {
      fork = (await fixture.creator<{ session: Session }>('POST', '/fork', { body: {} })).data.session;
    });
    expect(ofSource).toEqual([]);
    const { data } = await app.request<Session>('GET', `/api/sessions/${fork?.id ?? ''}`);
    const { lastSeq, ...created } = data;
    expect(lastSeq).toBeGreaterThan(1);
    const arrived = await arrivedOf(data.id);
    expect(arrived[0]).toMatchObject({ event: 'session.created', data: { ...created, lastSeq: 1 } });
    expect(arrived).toHaveLength(lastSeq);
  });

  test('[HOOK-7] a message', async () => {
    let answered: PostedMessage | undefined;
    const sent = await arriving(fixture, async () => {
      answered = (
        await fixture.partner<PostedMessage>('POST', '/messages', {
          body: { content: 'héllo @ada 🙂', metadata: { n: 1 } },
        })
      ).data;
    });
    expect(sent).toMatchObject([{ event: 'message.created' }]);
    expect({ ...sent[0]?.data, recipients: answered?.recipients }).toEqual(answered);
  });

  test('[HOOK-7] a note: made, written, deleted, each time with its version', async () => {
    let made: Note | undefined;
    const created = await arriving(fixture, async () => {
      made = (await fixture.creator<Note>('POST', '/notes', { body: { title: 'Two' } })).data;
    });
    expect(created).toMatchObject([{ event: 'note.created' }]);
    expect(created[0]?.data).toEqual(made);
    let written: unknown;
    const updated = await arriving(fixture, async () => {
      const body = { expectedVersion: 1, content: 'more' };
      written = (await fixture.partner('PUT', `/notes/${made?.id ?? ''}`, { body })).data;
    });
    expect(updated).toMatchObject([{ event: 'note.updated', data: { version: 2 } }]);
    expect(updated[0]?.data).toEqual(written);
    const deleted = await arriving(fixture, () => fixture.creator('DELETE', `/notes/${made?.id ?? ''}`));
    expect(deleted).toMatchObject([{ event: 'note.deleted' }]);
    expect(deleted[0]?.data).toEqual(written);
    const stale = { expectedVersion: 7, content: 'stale' };
    expect(await arriving(fixture, () => fixture.creator('PUT', `/notes/${note.id}`, { body: stale }))).toEqual([]);
  });

  test('[HOOK-7] a file: made, replaced, deleted, each time with its version and without its content', async () => {
    let answered: unknown;
    const replaced = await arriving(fixture, async () => {
      answered = (await fixture.creator('POST', '/files', { body: { path: file.path, content: 'y' } })).data;
    });
    expect(replaced).toMatchObject([{ event: 'file.updated', data: { version: 2 } }]);
    expect(replaced[0]?.data).toEqual(answered);
    expect(replaced[0]?.data).not.toHaveProperty('content');
    const deleted = await arriving(fixture, () => fixture.creator('DELETE', `/files/${file.path}`));
    expect(deleted).toMatchObject([{ event: 'file.deleted' }]);
    expect(deleted[0]?.data).toEqual(answered);
    const made = await arriving(fixture, async () => {
      answered = (await fixture.creator('POST', '/files', { body: { path: 'b/c.txt', content: 'z' } })).data;
    });
    expect(made).toMatchObject([{ event: 'file.updated', data: { version: 1 } }]);
    expect(made[0]?.data).toEqual(answered);
  });

  test('[HOOK-7] reads, heartbeats and typing send nothing', async () => {
    const sent = await arriving(fixture, async () => {
      await fixture.creator('POST', '/presence', { body: { status: 'working' } });
      await fixture.creator('POST', '/typing');
      for (const path of ['', '/messages', '/notes', '/files', '/events', '/presence', '/observers', '/transcript']) {
        expect((await fixture.stranger('GET', path)).status, path).toBe(200);
      }
    });
    expect(sent).toEqual([]);
  });

  test('[HOOK-7] [HOOK-23] the end of a session, and what it takes along, sends nothing', async () => {
    const { id, creator } = await aSession(app);
    const before = (await arrivedOf(id)).length;
    await creator('DELETE', '');
    const marker = await aSession(app);
    await arrivedOf(marker.id);
    expect(receiver.received.filter(({ delivery }) => delivery.sessionId === id)).toHaveLength(before);
  });
});

test('[HOOK-7] silence sends what the watch tells: an agent gone, a session paused, a session stalled', async () => {
  const gone = await aSession(app, { mode: 'realtime' });
  const quiet = await aSession(app, { mode: 'realtime' });
  await arrivedOf(quiet.id);
  const disconnected = await arriving(gone, async () => {
    await gone.partner('POST', '/presence');
    app.clock.advance(1.1 * minute);
    await expect.poll(async () => (await seenByStranger(gone)).lastSeq).toBe(gone.session.lastSeq + 1);
  });
  const presence = await gone.stranger<{ items: { agentId: string }[] }>('GET', '/presence');
  expect(disconnected).toMatchObject([{ event: 'agent.disconnected' }]);
  expect(disconnected[0]?.data).toEqual(presence.data.items.find(({ agentId }) => agentId === 'bob'));
  const paused = await arriving(gone, async () => {
    app.clock.advance(minute);
    await expect.poll(async () => (await seenByStranger(gone)).status).toBe('paused');
  });
  expect(paused).toMatchObject([{ event: 'session.paused', data: await seenByStranger(gone) }]);
  const stalled = await arriving(quiet, async () => {
    app.clock.advance(10 * minute);
    await expect.poll(async () => (await seenByStranger(quiet)).lastSeq).toBe(quiet.session.lastSeq + 1);
  });
  expect(stalled).toMatchObject([{ event: 'session.stalled', data: await seenByStranger(quiet) }]);
});

test('[HOOK-7] all twelve names were sent', () => {
  expect(new Set(receiver.received.map(({ delivery }) => delivery.event))).toEqual(new Set(specifiedEvents));
});
