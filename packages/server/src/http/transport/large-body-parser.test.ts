import { until } from '@pairspace/testkit/until';
import { defaultLimits, endpoints } from '@pairspace/protocol';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { anHttpServer } from '../../testing/an-http-server.ts';
import { LargeBodyParser } from './large-body-parser.ts';

const parser = new LargeBodyParser(defaultLimits);
afterAll(() => parser[Symbol.asyncDispose]());

const bytesOf = (body: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(body));
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const report = nameOf(endpoints.completeJob);

const client = { address: '203.0.113.1', gone: new AbortController().signal };
const leaseId = 'lease_1kqz5va8000b4h9n2p6t8w1z3rdf';

test('[NET-4] a body comes out of the thread as it went in', async () => {
  const body = { leaseId, stdout: 'x'.repeat(4097), result: [{ a: ['漢'.repeat(9000)] }] };
  const bytes = bytesOf(body);
  expect(await parser.parse(bytes, report, client)).toEqual(body);
  expect(bytes.length).toBe(0);
});

test('[NET-4] the memory of a body that shares it with others stays with them', async () => {
  const shared = Buffer.from(`${JSON.stringify({ leaseId })}and what others wrote`);
  const bytes = shared.subarray(0, JSON.stringify({ leaseId }).length);
  expect(await parser.parse(bytes, report, client)).toEqual({ leaseId });
  expect(shared.toString()).toContain('and what others wrote');
});

test('what an endpoint does not know, and what it refuses, stays in the thread', async () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${String(index)}`, 1]));
  expect(await parser.parse(bytesOf({ leaseId, unknown: many }), report, client)).toEqual({ leaseId });
  await expect(parser.parse(bytesOf({ leaseId: 1 }), report, client)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: 'body.leaseId' }] },
  });
  await expect(
    parser.parse(bytesOf({ leaseId, stdout: 'x'.repeat(defaultLimits.jobOutputBytes + 1) }), report, client),
  ).rejects.toMatchObject({
    code: expect.stringMatching(/PAYLOAD_TOO_LARGE|VALIDATION_ERROR/) as string,
  });
});

test('[NET-4] what is no JSON is refused, and a route without a schema gets all of a body', async () => {
  await expect(parser.parse(new TextEncoder().encode('{"a":'), report, client)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  const message = { jsonrpc: '2.0', params: { text: 'x'.repeat(10_000) } };
  expect(await parser.parse(bytesOf(message), undefined, client)).toEqual(message);
});

test('a body waits for at most one body of each other address', async () => {
  const done: string[] = [];
  const send = async (from: string): Promise<void> => {
    await parser.parse(bytesOf({ leaseId }), report, { ...client, address: from });
    done.push(from);
  };
  await Promise.all(['a', 'a', 'a', 'a', 'b'].map(send));
  expect(done).toEqual(['a', 'b', 'a', 'a', 'a']);
});

test('the wait of a body ends when its client leaves', async () => {
  const leaving = new AbortController();
  const first = parser.parse(bytesOf({ leaseId }), report, client);
  const second = parser.parse(bytesOf({ leaseId }), report, { ...client, gone: leaving.signal });
  leaving.abort();
  await expect(second).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(await first).toEqual({ leaseId });
});

test('bodies with many values of clients that have left are not kept until their turn', async () => {
  await using server = anHttpServer();
  let refused = 0;
  server.app.addHook('onError', (_request, _reply, _error, done) => {
    refused++;
    done();
  });
  server.app.post('/', () => ({ ok: true }));
  const { port } = new URL(await server.listen());
  const body = JSON.stringify(Array.from({ length: 50_000 }, () => 'many values'));
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${String(body.length)}`;
  const sockets = Array.from({ length: 8 }, () =>
    connect({ host: '127.0.0.1', port: Number(port) }).on('error', () => undefined),
  );
  for (const socket of sockets) socket.write(`${head}\r\n\r\n${body}`);
  await until(() => {
    expect(server.serviceLimits.bodies.total).toBeGreaterThan(sockets.length * body.length);
  });
  for (const socket of sockets) socket.destroy();
  await until(() => {
    expect(refused).toBeGreaterThan(0);
  });
});
