import { deepEqual, equal } from 'node:assert/strict';
import { defaultLimits } from '@pairspace/protocol';
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Caller } from '../caller.ts';
import type { HttpClient } from '../http-client.ts';
import { actsSince, fieldsOf, lastSeq, poolRule, rule, sessionRule, workerOf } from '../kit.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (latin1: string): Buffer => Buffer.from(latin1, 'latin1');

/** A picture of one grey pixel, followed by a page with a script. */
const polyglot = bytesOf(
  '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55<html><script>alert(1)</script>',
);

const put = (caller: Caller, path: string, bytes: Uint8Array, more: Record<string, unknown> = {}) =>
  caller.ok('writeFile', {
    body: { path, content: Buffer.from(bytes).toString('base64'), encoding: 'base64', ...more },
  });

const fetchBytes = async (http: HttpClient, caller: Caller, path: string, accept: string) => {
  const response = await http.open(caller.request('getFile', { params: { path }, headers: { accept } }));
  const { 'content-type': type = '', ...headers } = response.headers;
  return { status: response.statusCode, type, headers, bytes: await buffer(response) };
};

const neverBase64 = ['QQ', 'QQ=', 'QQ===', 'Q===', '====', '=', 'QR==', 'QUJ=', 'QQ==QQ==']
  .concat(['Q Q=', 'QQ ==', 'Q\nQ='])
  .concat(['QUJD\n', ' QUJD', 'QU\r\nJD', 'QUJ-', 'QUJ_', 'QUJDé===', '\u0661UJD', 'QUJ\u{1f600}']);

rule('FILE-9', 'a file in base64 holds any bytes, and is measured by them', async ({ aSession }) => {
  const { fileBytes } = defaultLimits;
  const { creator } = await aSession();
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  for (const bytes of [all, all.subarray(0, 1), all.subarray(0, 2), bytesOf(''), polyglot, randomBytes(fileBytes)]) {
    const file = await put(creator, 'any.bin', bytes);
    deepEqual([file.encoding, file.size, file.contentHash], ['base64', bytes.length, sha256(bytes)]);
    const read = await creator.ok('getFile', { params: { path: 'any.bin' } });
    deepEqual(read, { ...file, content: bytes.toString('base64') });
  }
  const tooLarge = Buffer.alloc(fileBytes + 1, 0xff).toString('base64');
  const body = { path: 'any.bin', content: tooLarge, encoding: 'base64' };
  const { details } = await creator.refused('PAYLOAD_TOO_LARGE', 'writeFile', { body });
  equal(details['limitBytes'], fileBytes);
});

sessionRule('FILE-9', 'what is not base64 is refused, and nothing is written', async ({ creator }) => {
  const before = await lastSeq(creator);
  for (const content of neverBase64) {
    const body = { path: 'a', content, encoding: 'base64' };
    await creator.refused('VALIDATION_ERROR', 'writeFile', { body });
  }
  const body = { path: 'a', content: 'QQ==', encoding: 'latin1' };
  await creator.refused('VALIDATION_ERROR', 'writeFile', { body });
  deepEqual(await actsSince(creator, before), []);
});

sessionRule('FILE-9', 'each version comes back in its own encoding', async ({ creator }) => {
  const text = Buffer.from('\ufeffžluť 🎉\r\n');
  const inBase64 = await put(creator, 'a.txt', text);
  const { data: asText } = await creator.success('writeFile', { body: { path: 'a.txt', content: text.toString() } });
  deepEqual([inBase64.contentHash, inBase64.size], [asText.contentHash, asText.size]);
  const content = async (version: number): Promise<string[]> => {
    const file = await creator.ok('getFile', { params: { path: 'a.txt' }, query: { version } });
    return [file.encoding, file.content];
  };
  deepEqual(await content(1), ['base64', text.toString('base64')]);
  deepEqual(await content(2), ['utf-8', text.toString()]);
  const { items } = await creator.ok('listFileVersions', { params: { path: 'a.txt' } });
  deepEqual(fieldsOf(items, 'encoding'), ['utf-8', 'base64']);
});

sessionRule('FILE-10', 'the media type is the one given, else that of the extension', async ({ creator }) => {
  const typeOf = async (path: string, more: Record<string, unknown> = {}): Promise<string> =>
    (await creator.ok('writeFile', { body: { path, content: '', ...more } })).mediaType;
  equal(await typeOf('a.PNG', { encoding: 'base64' }), 'image/png');
  equal(await typeOf('data.csv'), 'text/csv');
  equal(await typeOf('png'), 'text/plain');
  equal(await typeOf('x.constructor'), 'text/plain');
  equal(await typeOf('x.unknown', { encoding: 'base64' }), 'application/octet-stream');
  equal(await typeOf('a.PNG', { mediaType: 'Application/Vnd.Api+JSON' }), 'application/vnd.api+json');
  equal(await typeOf('a.PNG'), 'image/png');
});

sessionRule('FILE-11', 'Accept of octet-stream or its own type sends bytes', async ({ creator, stranger, http }) => {
  await put(creator, 'plot.png', polyglot);
  for (const accept of ['application/octet-stream', 'image/png', 'image/*', 'image/png, */*;q=0.1']) {
    const { status, bytes } = await fetchBytes(http, stranger, 'plot.png', accept);
    equal(status, 200);
    deepEqual(bytes, polyglot, accept);
  }
  for (const accept of ['*/*', 'application/json', 'text/plain', 'text/html, */*;q=0.8']) {
    const { type } = await fetchBytes(http, stranger, 'plot.png', accept);
    equal(type, 'application/json; charset=utf-8', accept);
  }
  await creator.ok('writeFile', { body: { path: 'a.json', content: '{}' } });
  equal((await fetchBytes(http, stranger, 'a.json', 'application/json')).bytes.includes('"ok":true'), true);
  const bare = await fetchBytes(http, stranger, 'a.json', 'application/octet-stream');
  deepEqual([bare.type, bare.bytes.toString()], ['application/json; charset=utf-8', '{}']);
});

sessionRule('FILE-12', 'nothing is sent as what a browser would run', async ({ creator, stranger, http }) => {
  const given = [
    ['page.html', 'text/html', 'application/octet-stream'],
    ['page.xhtml', 'application/xhtml+xml', 'application/octet-stream'],
    ['plot.svg', 'image/svg+xml', 'application/octet-stream'],
    ['run.js', 'text/javascript', 'application/octet-stream'],
    ['feed', 'multipart/x-mixed-replace', 'application/octet-stream'],
    ['plot.png', 'image/png', 'image/png'],
    ['data.csv', 'text/csv', 'text/csv'],
    ['paper.pdf', 'application/pdf', 'application/pdf'],
  ] as const;
  for (const [path, mediaType, sent] of given) {
    await put(creator, path, polyglot, { mediaType });
    for (const accept of [mediaType, 'application/octet-stream', `${mediaType}, text/html;q=0.9, */*;q=0.8`]) {
      const { type, headers, bytes } = await fetchBytes(http, stranger, path, accept);
      equal(type, sent, `${path} by ${accept}`);
      deepEqual(bytes, polyglot);
      deepEqual([headers['x-content-type-options'], headers['content-disposition']], ['nosniff', 'attachment']);
      equal(headers['content-security-policy'], 'sandbox');
    }
  }
});

sessionRule('FILE-13', 'a file that is not text cannot be edited', async ({ creator }) => {
  const edit = (more: Record<string, unknown> = {}) => ({
    params: { path: 'plot.png' },
    body: { edits: [{ append: 'x' }], ...more },
  });
  await put(creator, 'plot.png', polyglot);
  const before = await lastSeq(creator);
  const { details } = await creator.conflict('not_text', 'editFile', edit());
  deepEqual([details['currentVersion'], details['mediaType']], [1, 'image/png']);
  deepEqual(await actsSince(creator, before), []);
  await creator.ok('writeFile', { body: { path: 'plot.png', content: 'text', mediaType: 'text/x-note' } });
  await creator.conflict('not_text', 'editFile', edit({ expectedVersion: 1 }));
  const { mediaType, size } = await creator.ok('editFile', edit({ expectedVersion: 2 }));
  deepEqual([mediaType, size], ['text/x-note', 6]);
});

sessionRule('SEC-3', 'a token in base64 is found where the bytes are text, and nowhere else', async ({ creator }) => {
  const secret = Buffer.from(`token: ${creator.token ?? ''}`);
  const body = { path: 'a.txt', content: secret.toString('base64'), encoding: 'base64' };
  const { details } = await creator.refused('VALIDATION_ERROR', 'writeFile', { body });
  deepEqual([details['reason'], details['position']], ['contains_token', 7]);
  await put(creator, 'a.bin', Buffer.concat([Buffer.of(0xff), randomBytes(64)]));
});

poolRule('JOB-8', 'a job is given the bytes of a file', { provider: 'worker' }, async ({ creator }) => {
  const { workerToken } = await creator.ok('issueWorkerToken', {});
  await put(creator, 'plot.png', polyglot);
  await put(creator, 'a.txt', Buffer.from('text'));
  const input = { code: '1', files: ['*'] };
  await creator.ok('submitJob', { body: { type: 'javascript', input } });
  const { lease } = await creator.as(workerToken).ok('claimJob', { body: { types: ['javascript'] } });
  deepEqual(lease?.files, [
    { path: 'a.txt', content: 'text', encoding: 'utf-8' },
    { path: 'plot.png', content: polyglot.toString('base64'), encoding: 'base64' },
  ]);
});

poolRule('JOB-45', 'a worker brings back any bytes', { provider: 'worker' }, async ({ creator }) => {
  const worker = await workerOf(creator);
  const { id } = await creator.ok('submitJob', { body: { type: 'draw' } });
  const { lease } = await worker.ok('claimJob', { body: { types: ['draw'] } });
  const leaseId = lease?.leaseId;
  const upload = (content: string) => ({
    params: { jobId: id, path: 'plot.png' },
    body: { leaseId, content, encoding: 'base64' },
  });
  await worker.refused('VALIDATION_ERROR', 'uploadJobOutput', upload('Q Q='));
  await worker.ok('uploadJobOutput', upload(polyglot.toString('base64')));
  const { outputs } = await worker.ok('completeJob', { params: { jobId: id }, body: { leaseId } });
  deepEqual(fieldsOf(outputs, 'path', 'bytes', 'contentHash', 'written'), [
    ['plot.png', polyglot.length, sha256(polyglot), true],
  ]);
  const file = await creator.ok('getFile', { params: { path: 'plot.png' } });
  deepEqual([file.encoding, file.mediaType, file.content], ['base64', 'image/png', polyglot.toString('base64')]);
});
