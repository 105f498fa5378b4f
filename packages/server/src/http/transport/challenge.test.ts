import { expect, test } from 'vitest';
import { aSession } from '../../testing/a-session.ts';
import { startTestApp } from '../../testing/test-app.ts';

test('[ERR-5] every 401 says that a bearer token is needed', async () => {
  await using app = await startTestApp();
  const { id } = await aSession(app, { visibility: 'private' });
  const unknown = `agt_${'A'.repeat(43)}`;
  for (const [method, path, token] of [
    ['POST', `/api/sessions/${id}/messages`, undefined],
    ['GET', `/api/sessions/${id}`, undefined],
    ['GET', `/api/sessions/${id}/stream`, unknown],
    ['GET', '/api/me', undefined],
    ['POST', '/api/sessions', unknown],
  ] as const) {
    const { status, headers } = await app.request(method, path, { token, ...(method === 'POST' && { body: {} }) });
    expect([path, status, headers.get('www-authenticate')]).toEqual([path, 401, 'Bearer']);
  }
});
