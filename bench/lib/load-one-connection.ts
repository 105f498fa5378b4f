import { quantile } from '@pairspace/testkit/statistics';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Load, LoadResult } from './load.ts';

/** Sends sequential requests over one socket, like autocannon, but with times finer than a millisecond. */
const { url, token = '', body, seconds } = JSON.parse(process.argv[2] ?? '') as Load;
const { hostname, port, host, pathname, search } = new URL(url);
const text = body === undefined ? '' : JSON.stringify(body);
const request = [
  `${body === undefined ? 'GET' : 'POST'} ${pathname}${search} HTTP/1.1`,
  `Host: ${host}`,
  ...(token === '' ? [] : [`Authorization: Bearer ${token}`]),
  ...(body === undefined
    ? []
    : ['Content-Type: application/json', `Content-Length: ${String(Buffer.byteLength(text))}`]),
  '',
  text,
].join('\r\n');

/** The length of the first answer in `text`, which is latin1; undefined until its headers are complete. */
const answerBytes = (text: string): number | undefined => {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  return head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1]);
};

const socket = connect(Number(port), hostname).setEncoding('latin1').setNoDelay();
await once(socket, 'connect');
const times: number[] = [];
let failed = 0;
let answer = '';
let sentAt = performance.now();
const end = sentAt + seconds * 1000;
const { promise: over, resolve, reject } = Promise.withResolvers<void>();

socket.on('data', (chunk: string) => {
  answer += chunk;
  const bytes = answerBytes(answer);
  if (bytes === undefined || answer.length < bytes) return;
  const now = performance.now();
  if (answer.startsWith('HTTP/1.1 2')) times.push(now - sentAt);
  else failed++;
  if (now >= end) {
    resolve();
    return;
  }
  answer = '';
  sentAt = now;
  socket.write(request);
});
socket.on('error', reject);
socket.on('end', () => {
  reject(new Error('The server hung up.'));
});
socket.write(request);
await over;
socket.destroy();
const { user, system } = process.cpuUsage();

process.send?.({
  perSecond: times.length / seconds,
  p50Ms: quantile(times, 0.5),
  p99Ms: quantile(times, 0.99),
  p999Ms: quantile(times, 0.999),
  failed,
  generatorCpus: (user + system) / 1e6 / seconds,
} satisfies LoadResult);
