import { afterAll, beforeAll, expect, test } from 'vitest';
import { isoTime } from '../lib/clock.ts';
import { aSession } from '../testing/a-session.ts';
import { openStream } from '../testing/open-stream.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { lookInside } from '@pairspace/testkit/look-inside';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('[PRES-7] [PRES-8] typing reaches every live stream of the session as a frame without id, and no other session', async () => {
  const session = await aSession(app);
  const other = await aSession(app);
  await using stranger = await openStream(app, `/api/sessions/${session.id}/stream`);
  await using member = await openStream(app, `/api/sessions/${session.id}/stream?since=0`, session.tokens.walkIn);
  await using elsewhere = await openStream(app, `/api/sessions/${other.id}/stream`);
  for (let seq = 1; seq <= session.session.lastSeq; seq++) await member.next();

  const said = await session.partner('POST', '/typing');
  const data = { id: 'bob', sessionId: session.id, agentId: 'bob', agentName: 'bob', typing: true };
  expect(said).toMatchObject({ status: 200, data });
  const frame = {
    id: undefined,
    event: 'typing',
    data: {
      event: 'typing',
      timestamp: isoTime(app.clock.now()),
      sessionId: session.id,
      actor: { kind: 'agent', id: 'bob', name: 'bob' },
      data,
    },
  };
  expect(await stranger.next()).toEqual(frame);
  expect(await member.next()).toEqual(frame);

  await session.partner('POST', '/typing', { body: { typing: false } });
  expect((await stranger.next()).data.data['typing']).toBe(false);
  await other.creator('POST', '/messages', { body: { content: 'hello' } });
  expect((await elsewhere.next()).event).toBe('message.created');
  expect((await session.partner('POST', '/typing', { body: { typing: 'yes' } })).status).toBe(400);
});

test('[PRES-7] typing stores nothing', async () => {
  const { creator } = await aSession(app);
  await using inside = await lookInside(app);
  // A node writes to its own row continually, and the index of searches follows the log.
  const tables = (await inside.tables()).filter((table) => table !== 'node' && !table.startsWith('search_'));
  const content = async () =>
    JSON.stringify(await Promise.all(tables.map((table) => inside.rows(`select * from ${table}`))));
  const before = await content();
  expect(before).toContain('session.created');
  await creator('POST', '/typing');
  expect(await content()).toBe(before);
});

test('[PRES-8] [LOG-11] a frame comes after the events before it, so that it reaches nobody whom they shut out', async () => {
  const { id, creator, tokens } = await aSession(app);
  await using stranger = await openStream(app, `/api/sessions/${id}/stream`);
  await using member = await openStream(app, `/api/sessions/${id}/stream`, tokens.invited);
  // The rounds follow without a pause, so that broadcaster and frame coincide as often as possible.
  for (let round = 0; round < 20; round++) {
    await creator('POST', '/messages', { body: { content: String(round) } });
    await creator('POST', '/typing');
    expect((await member.next()).event).toBe('message.created');
    expect((await member.next()).event).toBe('typing');
    await stranger.next();
    await stranger.next();
  }
  await Promise.all([
    creator('POST', '/visibility', { body: { visibility: 'private' } }),
    creator('POST', '/typing', { body: { typing: false } }),
  ]);
  await creator('POST', '/typing', { body: { typing: false } });
  const seen: string[] = [];
  await expect(
    (async () => {
      for (;;) seen.push((await stranger.next()).event);
    })(),
  ).rejects.toThrow('ended');
  expect(seen.length).toBeLessThanOrEqual(1);
  expect(seen).not.toContain('session.updated');
});
