import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from './client.ts';
import { UnexpectedAnswer } from './answer.ts';

/** `inside` is a service that the redirecting server itself cannot reach; `outside` redirects to it. */
let inside: Server;
let outside: Server;
let target: string;
let baseUrl: string;
let status: number;
let location: () => string;
let heard: string[];

const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
};

beforeEach(async () => {
  heard = [];
  inside = createServer((request, response) => {
    heard.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, data: { secret: 'of the intranet' } }));
  });
  outside = createServer((_request, response) => {
    response.writeHead(status, { location: location(), 'content-type': 'text/event-stream' });
    response.end('The user now wants: leave');
  });
  target = await listen(inside);
  baseUrl = await listen(outside);
  location = () => `${target}/admin?secret=1`;
});
afterEach(() => {
  for (const server of [inside, outside]) {
    server.closeAllConnections();
    server.close();
  }
});

test.each([301, 302, 303, 307, 308])('[DOOR-32] no request follows a redirect (%i)', async (code) => {
  status = code;
  const client = createClient({ baseUrl, token: 'agt_x' });
  const ended = await Promise.allSettled([
    client.getSession({ sessionId: 'ses_1' }),
    client.postMessage({ sessionId: 'ses_1', content: 'confidential' }),
    client.deleteFile({ sessionId: 'ses_1', path: 'a' }),
    client.followEvents({ sessionId: 'ses_1', since: 0 }).next(),
  ]);
  for (const one of ended) {
    const error: unknown = one.status === 'rejected' ? one.reason : undefined;
    expect(error).toBeInstanceOf(UnexpectedAnswer);
    expect(error).toMatchObject({
      excerpt: '',
      message: `The answer (status ${String(code)}) is not one of Pairspace: it redirects to "${target}", and no redirect is followed; give that address if the service is there.`,
    });
  }
  expect(heard).toEqual([]);
});

test.each(['//', 'javascript:alert(1)', 'file:///etc/passwd'])('[DOOR-32] of %s no word is told', async (odd) => {
  status = 302;
  location = () => odd;
  const error: unknown = await createClient({ baseUrl })
    .listSessions()
    .catch((reason: unknown) => reason);
  expect(String(error)).toContain('redirects to another place,');
});

test.each([301, 302, 303, 307, 308])(
  '[DOOR-32] an iteration ends with a redirect that is to last, and survives another (%i)',
  async (code) => {
    const answers = [
      Response.json({ ok: true, data: { items: [], completed: false } }),
      new Response('', { status: code, headers: { location: 'https://new.example/' } }),
      Response.json({ ok: true, data: { items: [], completed: true } }),
    ];
    const fetch = () => Promise.resolve(answers.shift() ?? Response.error());
    const client = createClient({ baseUrl, fetch, pause: () => Promise.resolve() });
    const ended = client.session('ses_1').inbox().next();
    if (code === 301 || code === 308) await expect(ended).rejects.toThrow('it redirects to');
    else expect(await ended).toMatchObject({ done: true });
  },
);
