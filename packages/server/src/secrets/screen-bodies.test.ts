import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';

const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

test('[SEC-4] PAIRSPACE_SECRETS=off lets secrets of others pass, but no token of the service', async () => {
  await using app = await startTestApp({ refuseSecrets: false });
  const { creator, tokens } = await aSession(app);
  expect((await creator('POST', '/messages', { body: { content: key } })).status).toBe(201);
  const refused = await creator('POST', '/messages', { body: { content: tokens.creator } });
  expect(refused.error.details).toMatchObject({ reason: 'contains_token', position: 0 });
});
