import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { aSession } from '../../testing/a-session.ts';
import { lookInside } from '@pairspace/testkit/look-inside';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const sayRaw = async (app: TestApp, bytes: string): Promise<string> => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
};

test.each([
  ['headers', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'],
  [
    'a body',
    'POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
  ],
])('[ERR-2] [API-5] a request whose end of %s never comes is 400 in the envelope', async (_, bytes) => {
  await using app = await startTestApp({ requestTimeoutMs: 200 });
  const answer = await sayRaw(app, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('Connection: close');
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
    ok: false,
    error: { code: 'VALIDATION_ERROR', requestId: expect.stringMatching(/^req_/) as string },
  });
});

test('[ERR-9] a fault of the service says nothing of itself to the caller', async () => {
  await using app = await startTestApp();
  const { creator } = await aSession(app);
  {
    await using inside = await lookInside(app);
    await inside.rows('drop table task');
  }
  const broken = await creator('GET', '/tasks');
  expect(broken.status).toBe(500);
  expect(broken.error).toEqual({
    code: 'INTERNAL_ERROR',
    message: 'The service failed. The fault has been logged.',
    requestId: broken.headers.get('x-request-id'),
  });
});

test('[LIM-6] [ERR-8] over the rate a client is 429 with the time to wait; waits are counted apart', async () => {
  await using app = await startTestApp({ requestRate: { count: 3, windowMs: 60_000 } });
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) statuses.push((await app.request('GET', '/api/sessions')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const refused = await app.request('GET', '/api/sessions');
  const { retryAfterSeconds } = refused.error.details as { retryAfterSeconds: number };
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(refused.headers.get('retry-after')).toBe(String(retryAfterSeconds));
  expect((await app.request('GET', '/api/sessions?wait=1')).status).toBe(429);
  expect((await app.request('GET', '/api/sessions/ses_none/events?wait=1')).status).toBe(404);
  expect((await app.request('GET', '/healthz')).status).toBe(200);
});

test('[LIM-6] clients with a token are counted by it', async () => {
  await using app = await startTestApp({ requestRate: { count: 10, windowMs: 60_000 } });
  const { creator, partner } = await aSession(app);
  for (let i = 0; i < 10; i++) await creator('GET', '');
  expect((await creator('GET', '')).status).toBe(429);
  expect((await partner('GET', '')).status).toBe(200);
});
