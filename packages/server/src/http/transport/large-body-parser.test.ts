import { defaultLimits, endpoints } from '@pairspace/protocol';
import { afterAll, expect, test } from 'vitest';
import { LargeBodyParser } from './large-body-parser.ts';

const parser = new LargeBodyParser(defaultLimits);
afterAll(() => parser[Symbol.asyncDispose]());

const bytesOf = (body: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(body));
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const report = nameOf(endpoints.completeJob);

const address = '203.0.113.1';
const leaseId = 'lease_1kqz5va8000b4h9n2p6t8w1z3rdf';

test('[NET-4] a body comes out of the thread as it went in', async () => {
  const body = { leaseId, stdout: 'x'.repeat(4097), result: [{ a: ['漢'.repeat(9000)] }] };
  const bytes = bytesOf(body);
  expect(await parser.parse(bytes, report, address)).toEqual(body);
  expect(bytes.length).toBe(0);
});

test('[NET-4] the memory of a body that shares it with others stays with them', async () => {
  const shared = Buffer.from(`${JSON.stringify({ leaseId })}and what others wrote`);
  const bytes = shared.subarray(0, JSON.stringify({ leaseId }).length);
  expect(await parser.parse(bytes, report, address)).toEqual({ leaseId });
  expect(shared.toString()).toContain('and what others wrote');
});

test('[NET-34] what an endpoint does not know, and what it refuses, stays in the thread', async () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${String(index)}`, 1]));
  expect(await parser.parse(bytesOf({ leaseId, unknown: many }), report, address)).toEqual({ leaseId });
  await expect(parser.parse(bytesOf({ leaseId: 1 }), report, address)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: 'body.leaseId' }] },
  });
  await expect(
    parser.parse(bytesOf({ leaseId, stdout: 'x'.repeat(defaultLimits.jobOutputBytes + 1) }), report, address),
  ).rejects.toMatchObject({
    code: expect.stringMatching(/PAYLOAD_TOO_LARGE|VALIDATION_ERROR/) as string,
  });
});

test('[NET-4] what is no JSON is refused, and a route without a schema gets all of a body', async () => {
  await expect(parser.parse(new TextEncoder().encode('{"a":'), report, address)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  const message = { jsonrpc: '2.0', params: { text: 'x'.repeat(10_000) } };
  expect(await parser.parse(bytesOf(message), undefined, address)).toEqual(message);
});

test('[NET-34] a body waits for at most one body of each other address', async () => {
  const done: string[] = [];
  const send = async (from: string): Promise<void> => {
    await parser.parse(bytesOf({ leaseId }), report, from);
    done.push(from);
  };
  await Promise.all(['a', 'a', 'a', 'a', 'b'].map(send));
  expect(done).toEqual(['a', 'b', 'a', 'a', 'a']);
});
