import type { Event } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { aWatch } from '../testing/a-watch.ts';
import { startTestApp } from '../testing/test-app.ts';
import { listQuietSessions, markStalled } from './watch-stalls.ts';

test('[PRES-6] a session in which work came after the watch had found it has not stalled', async () => {
  await using app = await startTestApp({ watchPauseMs: 3_600_000 });
  await using watch = await aWatch(app);
  const { id, creator } = await aSession(app, { mode: 'realtime' });
  app.clock.advance(600_000);
  const since = app.clock.now() - 600_000;
  expect(await listQuietSessions(watch.storage.read, since, 10)).toEqual([{ sessionId: id }]);
  await creator('POST', '/messages', { body: { content: 'hello' } });
  await watch.storage.write((tx) => markStalled(tx, id, 600_000));
  const { data } = await creator<{ items: Event[] }>('GET', '/events');
  expect(data.items.at(-1)?.event).toBe('message.created');
});
