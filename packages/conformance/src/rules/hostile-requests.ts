import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { checkAnswer } from '../check-answer.ts';
import type { RuleContext } from '../rule-context.ts';
import { actsSince, lastSeq, range, rule, sessionRule, together, within } from '../kit.ts';

type Bytes = string | Uint8Array;

/** Sends bytes over a separate connection, and checks that the answer has the envelope. */
const exchange = async ({ dial }: RuleContext, ...parts: Bytes[]) => {
  using connection = await dial();
  for (const part of parts) await connection.send(part);
  return checkAnswer(await connection.answer());
};

const get = (path: string, ...headers: string[]): string =>
  ['GET', ' ', path, ' HTTP/1.1\r\n', ...['Host: localhost', ...headers].map((line) => `${line}\r\n`), '\r\n'].join('');

const post = (path: string, headers: string[], body = ''): string =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');

const json = 'Content-Type: application/json';

/** Requests that are not HTTP, or contradict themselves. */
const garbage: Record<string, Bytes> = {
  'a line of noise': 'hello, is anybody there?\r\n\r\n',
  'random bytes': Buffer.from(range(400).map((index) => (index * 7919) % 256)),
  'a TLS greeting': Buffer.from('16030100a0010000', 'hex'),
  'an unknown version': 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n',
  'an unknown method': 'FROBNICATE /api/sessions HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'a header without a colon': 'GET /api/sessions HTTP/1.1\r\nHost: localhost\r\nnonsense\r\n\r\n',
  'a space in a header name': 'GET /api/sessions HTTP/1.1\r\nHost: localhost\r\nbad name: 1\r\n\r\n',
  'NUL in a header': 'GET /api/sessions HTTP/1.1\r\nHost: localhost\r\nA: \0\r\n\r\n',
  'a length that is no number': post('/api/sessions', [json, 'Content-Length: many'], '{}'),
  'a negative length': post('/api/sessions', [json, 'Content-Length: -1'], '{}'),
  'two lengths': post('/api/sessions', [json, 'Content-Length: 2', 'Content-Length: 3'], '{}'),
  'a length and chunks': post('/api/sessions', [json, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  'a chunk of no size': post('/api/sessions', [json, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
};

const overflows: Record<string, string> = {
  'one long header': get('/api/sessions', `X-Long: ${'x'.repeat(100_000)}`),
  'many headers': get('/api/sessions', ...range(2000).map((index) => `X-${String(index)}: ${'x'.repeat(50)}`)),
  'a long URI': get(`/api/sessions?q=${'x'.repeat(100_000)}`),
  'a long path': get(`/api/${'x/'.repeat(50_000)}`),
};

rule('ERR-2', 'garbage on the socket is 400', async (context) => {
  await together(Object.entries(garbage), async ([what, bytes]) => {
    const { status } = await exchange(context, bytes).catch((error: unknown) => {
      throw new Error(`${what}: ${(error as Error).message}`);
    });
    equal(status, 400, what);
  });
});

rule('ERR-2', 'headers and URIs that are too long are 413', async (context) => {
  for (const [what, bytes] of Object.entries(overflows)) equal((await exchange(context, bytes)).status, 413, what);
});

rule('ERR-2', 'a missing Host is 400', async (context) => {
  equal((await exchange(context, 'GET /api/sessions HTTP/1.1\r\n\r\n')).status, 400);
});

rule('ERR-2', 'an Expect that cannot be met is 400, 100-continue is met', async (context) => {
  const { status } = await exchange(
    context,
    post('/api/sessions', [json, 'Content-Length: 2', 'Expect: 200-ok'], '{}'),
  );
  equal(status, 400);
  using connection = await context.dial();
  await connection.send(post('/api/sessions', [json, 'Content-Length: 2', 'Expect: 100-continue']));
  equal((await connection.answer()).status, 100);
  await connection.send('{}');
  equal(checkAnswer(await connection.answer()).status, 201);
});

rule('ERR-2', 'a request that is not finished in time is 400', { turn: 'first' }, async (context) => {
  const unfinished = [
    'GET /api/sessions HTTP/1.1\r\nHost: localhost\r\nX-Slow',
    post('/api/sessions', [json, 'Content-Length: 100'], '{"name":'),
  ];
  await together(unfinished, async (bytes) => {
    using connection = await context.dial();
    await connection.send(bytes);
    equal(checkAnswer(await connection.answer(45_000)).status, 400, bytes);
    await within('closing the connection', connection.closed);
  });
});

rule('ERR-2', 'an answer given before a request could be read closes the connection', async (context) => {
  await together(['hello\r\n\r\n', overflows['one long header'] ?? ''], async (bytes) => {
    using connection = await context.dial();
    await connection.send(bytes);
    const { headers } = await connection.answer();
    match(String(headers.connection), /close/i);
    await within('closing the connection', connection.closed);
  });
});

rule('API-5', 'odd request targets have the envelope', async (context) => {
  const targets = ['http://elsewhere.example/api/sessions', '//api//sessions']
    .concat(['/../../etc/passwd', '/api/./sessions', '/%2e%2e/', '/api/sessions/..'])
    .concat(['/api\\sessions']);
  for (const target of targets) {
    const { status } = await exchange(context, get(target));
    ok(status < 500, target);
  }
  const { status } = await exchange(context, 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n');
  ok(status === 404 || status === 405, 'OPTIONS *');
});

rule('API-5', 'an upgrade that is not offered is answered as a plain request', async (context) => {
  for (const protocol of ['websocket', 'h2c']) {
    const { status } = await exchange(context, get('/api/sessions', 'Connection: Upgrade', `Upgrade: ${protocol}`));
    equal(status, 200, protocol);
  }
});

rule('API-5', 'HTTP/1.0 without a Host is served', async (context) => {
  equal((await exchange(context, 'GET /api/sessions HTTP/1.0\r\n\r\n')).status, 200);
});

rule('LIM-2', 'a body that is announced as too large is 413 at once', async (context) => {
  const { status } = await exchange(context, post('/api/sessions', [json, `Content-Length: ${String(1024 ** 3)}`]));
  equal(status, 413);
});

rule('LIM-2', 'a body that turns out too large is 413, in chunks as well', async (context) => {
  const { creator, ...rest } = await context.aSession();
  const before = await lastSeq(creator);
  const path = `/api/sessions/${rest.id}/messages`;
  const authorization = `Authorization: Bearer ${creator.token ?? ''}`;
  using connection = await context.dial();
  await connection.send(post(path, [authorization, json, 'Transfer-Encoding: chunked']));
  await connection.send('f\r\n{"content":"x",\r\n');
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, ' '), Buffer.from('\r\n')]);
  for (let sent = 0; sent < 28; sent++) await connection.send(chunk);
  equal(checkAnswer(await connection.answer()).status, 413);
  deepEqual(await actsSince(creator, before), []);
});

sessionRule('LIM-2', 'a client that sends a whole oversize body reads the 413', async ({ creator }) => {
  for (const bytes of [1_600_000, 2_500_000, 4_000_000]) {
    const { details } = await creator.refused('PAYLOAD_TOO_LARGE', 'postMessage', {
      body: { content: 'x'.repeat(bytes) },
    });
    equal(details['limitBytes'], 1_572_864, `${String(bytes)} bytes`);
  }
});

sessionRule('API-21', 'a request that breaks off is not carried out', async ({ creator, id, dial }) => {
  const before = await lastSeq(creator);
  const headers = [`Authorization: Bearer ${creator.token ?? ''}`, json, 'Content-Length: 60'];
  for (const body of ['', '{"content":"half', '{"content":"whole"}']) {
    using connection = await dial();
    await connection.send(post(`/api/sessions/${id}/messages`, headers, body));
    connection.finish();
    await within('closing the connection', connection.closed);
  }
  deepEqual(await actsSince(creator, before), []);
});
