import { defaultLimits } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';

test('[NET-18] a session has so many walk-ins; invited observers are not counted', async () => {
  await using app = await startTestApp({ limits: { ...defaultLimits, observers: 2 } });
  const { stranger, creator } = await aSession(app);
  expect((await stranger('POST', '/observe', { body: {} })).status).toBe(201);
  const refused = await stranger('POST', '/observe', { body: {} });
  expect([refused.status, refused.error.details]).toEqual([409, { reason: 'limit_reached' }]);
  expect((await creator('POST', '/observe', { body: {} })).status).toBe(201);
});
