import { quantile } from '@pairspace/testkit/statistics';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Load, LoadResult } from './load.ts';

/**
 * Reads the same answer repeatedly over plain sockets. The client parses heads only and counts the bytes of bodies, so
 * that the server is the bottleneck.
 */
const { url, token, accept = '*/*', connections, seconds } = JSON.parse(process.argv[2] ?? '') as Load;
const { hostname, port, pathname } = new URL(url);
const lines = [
  `GET ${pathname} HTTP/1.1`,
  `host: ${hostname}:${port}`,
  `accept: ${accept}`,
  ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
];
const request = `${lines.join('\r\n')}\r\n\r\n`;

const tookMs: number[] = [];
let failed = 0;
const until = performance.now() + seconds * 1000;

/** A connection: a request, its whole answer, the next request, until the time is up. */
const read = async (socket: Socket): Promise<void> => {
  await once(socket, 'connect');
  let head = Buffer.alloc(0);
  let left: number | undefined;
  let askedAt = performance.now();
  socket.write(request);
  for await (const piece of socket as AsyncIterable<Buffer>) {
    let bytes = piece.length;
    if (left === undefined) {
      head = Buffer.concat([head, piece]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) continue;
      const text = head.toString('latin1', 0, end);
      left = Number(/^content-length: (\d+)/im.exec(text)?.[1]);
      if (!text.startsWith('HTTP/1.1 200 ')) failed++;
      bytes = head.length - end - 4;
      head = Buffer.alloc(0);
    }
    left -= bytes;
    if (left > 0) continue;
    const now = performance.now();
    if (now > until) break;
    tookMs.push(now - askedAt);
    left = undefined;
    askedAt = now;
    socket.write(request);
  }
};

const before = process.cpuUsage();
await Promise.all(Array.from({ length: connections }, () => read(connect(Number(port), hostname))));
const { user, system } = process.cpuUsage(before);

process.send?.({
  perSecond: tookMs.length / seconds,
  p50Ms: quantile(tookMs, 0.5),
  p99Ms: quantile(tookMs, 0.99),
  p999Ms: quantile(tookMs, 0.999),
  failed,
  generatorCpus: (user + system) / 1e6 / seconds,
} satisfies LoadResult);
