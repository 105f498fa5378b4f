import { deepEqual, equal } from 'node:assert/strict';
import type { Reply } from '../check-answer.ts';
import { rule, sessionRule } from '../rule.ts';

const refusalOf = (reply: Reply): unknown[] =>
  reply.ok ? [reply.status] : [reply.status, reply.error.details['reason']];

rule('NET-20', 'a request that names another host is refused', async ({ send, http }) => {
  for (const host of ['evil.example', 'evil.example:8787', 'localhost.evil.example', '127.0.0.1@evil.example']) {
    const reply = await send({ method: 'GET', path: '/api/sessions', headers: { host } });
    deepEqual(refusalOf(reply), [403, 'host'], host);
  }
  for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:8787', '[::1]', 'localhost.']) {
    equal((await send({ method: 'GET', path: '/api/sessions', headers: { host } })).status, 200, host);
  }
  const probe = await http.send({ method: 'GET', path: '/healthz', headers: { host: '10.1.2.3' } });
  equal(probe.status, 200);
});

sessionRule('NET-21', 'a page of another origin is refused everywhere', async ({ creator, id, send }) => {
  const headers = { authorization: `Bearer ${creator.token ?? ''}` };
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'not an origin']) {
    for (const [method, path] of [
      ['GET', '/api/sessions'],
      ['POST', '/api/sessions'],
      ['GET', '/healthz'],
      ['DELETE', `/api/sessions/${id}`],
      ['GET', '/nowhere'],
    ] as const) {
      const reply = await send({ method, path, headers: { ...headers, origin } });
      deepEqual(refusalOf(reply), [403, 'origin'], `${method} ${path} of ${origin}`);
    }
  }
  equal((await creator.ok('getSession')).id, id);
});

rule('NET-21', 'the service’s own pages may call it', async ({ send, base }) => {
  const reply = await send({ method: 'GET', path: '/api/sessions', headers: { origin: base.origin } });
  equal(reply.status, 200);
});

rule('NET-22', 'a preflight of an origin that is not allowed gets no permission', async ({ send }) => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const reply = await send({ method: 'OPTIONS', path: '/api/sessions', headers });
  equal(reply.status, 403);
  equal(reply.headers['access-control-allow-origin'], undefined);
});

rule('ERR-2', 'a request with two Host headers is 400', async ({ dial, base }) => {
  const connection = await dial();
  await connection.send(`GET /api/sessions HTTP/1.1\r\nHost: ${base.host}\r\nHost: evil.example\r\n\r\n`);
  equal((await connection.answer()).status, 400);
});

sessionRule('NET-24', 'every answer forbids guessing its type', async ({ creator, id, http, dial }) => {
  const { token = '' } = creator;
  for (const [path, accept] of [
    ['/api/sessions', '*/*'],
    ['/api/nowhere', '*/*'],
    [`/api/sessions/${id}/export`, '*/*'],
    [`/api/sessions/${id}/export/site`, 'text/html'],
    [`/api/sessions/${id}/transcript`, 'text/plain'],
    ['/docs', 'text/html'],
    ['/healthz', '*/*'],
    [`/api/sessions/${id}/stream`, 'text/event-stream'],
  ] as const) {
    const { headers } = await http.send({ method: 'GET', path, headers: { accept, authorization: `Bearer ${token}` } });
    equal(headers['x-content-type-options'], 'nosniff', path);
  }
  const connection = await dial();
  await connection.send('garbage\r\n\r\n');
  equal((await connection.answer()).headers['x-content-type-options'], 'nosniff');
});
