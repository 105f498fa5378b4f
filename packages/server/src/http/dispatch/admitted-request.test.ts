import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { aSession } from '../../testing/a-session.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/** Sends the head of a request, and resolves when the service has accepted the head. `finish` sends the body. */
const begin = async (app: TestApp, path: string, token: string, body: unknown) => {
  const text = JSON.stringify(body);
  const sent = request(`${app.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      expect: '100-continue',
    },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  const finish = async (): Promise<number | undefined> => {
    sent.end(text);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  return { finish };
};

test('[SEAT-9] [MOD-8] a token that ends before the body has arrived cannot write outside its session either', async () => {
  await using app = await startTestApp();
  await app.request('POST', '/api/sessions', { body: { agentId: 'alice' } });
  const { id, inviteCode, creator } = await aSession(app, { maxAgents: 3 });
  await creator('POST', '/visibility');
  const { data } = await app.request<{ agentToken: string }>('POST', `/api/sessions/${id}/join`, {
    body: { inviteCode, agentId: 'alice' },
  });
  const begun = [];
  for (const [path, body] of [
    ['/api/agents', { id: 'alice', protect: true }],
    ['/api/directory/bob/rate', { score: 1 }],
    ['/api/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['message.created'] }],
  ] as const)
    begun.push(await begin(app, path, data.agentToken, body));
  expect((await creator('DELETE', '/agents/alice')).status).toBe(200);
  expect(await Promise.all(begun.map(({ finish }) => finish()))).toEqual([401, 401, 401]);
  expect((await app.request('POST', '/api/sessions', { body: { agentId: 'alice' } })).status).toBe(201);
});
