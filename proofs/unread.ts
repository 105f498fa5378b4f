import type { Session } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { forgetPeak, residentMb } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, serviceFile, startService } from '@pairspace/testkit/service';
import { quantile } from '@pairspace/testkit/statistics';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startProber } from './lib/prober.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * Unread answers must not fill the memory, and members are served meanwhile: connections send many requests for large
 * answers at once and never read. The service has a heap of 512 MB, and its rate limits are off, because the rates
 * alone would refuse most of these requests. Limits on times are multiplied by the ratio of elapsed time to processor
 * time on this machine.
 *
 *   node --conditions=pairspace-source proofs/unread.ts [--connections 200] [--requests 10000] [--only NAME,NAME] [--server FILE]
 */
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '200' },
    requests: { type: 'string', default: '10000' },
    only: { type: 'string' },
    server: { type: 'string', default: serviceFile },
    folder: { type: 'string', default: `${import.meta.dirname}/../data` },
  },
});
const connections = Number(values.connections);
const requests = Number(values.requests);
const heapMb = 512;
const mostGrownMb = 150;
const memberMs = 250;
/** A time longer than the service keeps a reader that takes nothing. */
const lastsMs = 10_000;
const checks = {
  alive: 'the service goes on',
  memory: `answers that nobody reads take at most ${String(mostGrownMb)} MB`,
  members: `what members ask for takes at most ${String(memberMs)} ms (p99)`,
  served: 'every request of a member is served',
  after: 'strangers are served again when the connections are gone',
} as const;

const verdict = new Verdict();
await using scratch = await scratchFolder(values.folder);
await using service = await startService({
  folder: scratch.path,
  file: values.server,
  env: {
    NODE_OPTIONS: `--max-old-space-size=${String(heapMb)}`,
    PAIRSPACE_SESSION_PACE: 'off',
  },
  limits: { requestsAtOnce: 1000 },
});
async function measureSlowness(): Promise<number> {
  await using prober = await startProber(service);
  return Math.max(1, await prober.measureSlowness());
}

const state = { isAlive: true };
void service.exited.then(() => {
  state.isAlive = false;
});
const slowness = await measureSlowness();
console.log(
  `work takes ${slowness.toFixed(2)} times what it takes on a quiet machine; ${(memberMs * slowness).toFixed(0)} ms are allowed`,
);

const mib = 2 ** 20;
const large = await createSession(service.url, { name: 'Large' });
for (let index = 0; index < 5; index++) {
  const { id } = await call<{ id: string }>(`${large.url}/notes`, { token: large.token, body: { title: 'Large' } });
  // A control character takes six characters of JSON, so a body can only hold a part of such a note.
  const text = (index === 0 ? '\u0001' : 'a').repeat(mib / 8);
  for (let part = 0; part < 7; part++) {
    const body = { edits: [{ append: text }] };
    await call(`${large.url}/notes/${id}`, { token: large.token, method: 'PATCH', body });
  }
}
for (let index = 0; index < 100; index++) {
  await call(`${large.url}/messages`, { token: large.token, body: { content: 'x'.repeat(90_000) } });
}
await call(`${large.url}/files`, { token: large.token, body: { path: 'large.txt', content: 'a'.repeat(mib) } });
const team = await createSession(service.url, { name: 'Team' });

const request = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
const toolCall = (): string => {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'pairspace_file_read', arguments: { seat: large.token, path: 'large.txt' } },
  });
  const accept = 'Accept: application/json, text/event-stream\r\nContent-Type: application/json';
  return `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${accept}\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`;
};
const of = (session: OpenSession, rest: string): string => `/api/sessions/${session.id}/${rest}`;
const notes = await call<{ items: { id: string }[] }>(`${large.url}/notes?limit=1`);
const kinds: Record<string, string> = {
  notes: request(of(large, 'notes?limit=200')),
  'one note': request(of(large, `notes/${notes.items[0]?.id ?? ''}`)),
  messages: request(of(large, 'messages?limit=200')),
  events: request(of(large, 'events?since=0&limit=200')),
  waits: request(of(large, 'events?since=0&limit=200&wait=1')),
  file: request(of(large, 'files/large.txt')),
  bytes: request(of(large, 'files/large.txt'), 'Accept: text/plain\r\n'),
  transcript: request(of(large, 'transcript')),
  export: request(of(large, 'export')),
  stream: request(of(large, 'stream?since=0')),
  OpenAPI: request('/api/openapi.json'),
  MCP: toolCall(),
};

/** Opens a connection that sends these requests and never reads. */
const dial = (text: string): Socket => {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
  socket.on('error', () => undefined).pause();
  socket.write(text);
  return socket;
};

const times: number[] = [];
const timed = async (work: () => Promise<unknown>): Promise<void> => {
  const began = performance.now();
  try {
    await work();
    verdict.count(checks.served);
  } catch (error) {
    verdict.count(checks.served, (error as Error).message.slice(0, 200));
  }
  times.push(performance.now() - began);
};

/** A member that posts, and reads the newest messages and its session, until the signal aborts. */
const work = async (signal: AbortSignal): Promise<void> => {
  const { token } = team;
  while (!signal.aborted && state.isAlive) {
    await timed(() => call(`${team.url}/messages`, { token, body: { content: 'How far are you?' } }));
    await timed(() => call(`${team.url}/messages?limit=50`, { token }));
    await timed(() => call<Session>(team.url, { token }));
    await pause(50);
  }
};

/** Clients read the same answers for a while, so that the usual memory of such answers does not count as growth. */
const readForAWhile = async (text: string): Promise<void> => {
  const sockets = Array.from({ length: 10 }, () => dial(text.repeat(50)).resume());
  await pause(2000);
  for (const socket of sockets) socket.destroy();
  await pause(200);
};

const attack = async (name: string, text: string, isAgain = false): Promise<void> => {
  await readForAWhile(text);
  forgetPeak(service.pid);
  const before = residentMb(service.pid).now;
  times.length = 0;
  const stop = AbortSignal.timeout(lastsMs);
  const sockets = Array.from({ length: connections }, () => dial(text.repeat(Math.ceil(requests / connections))));
  await Promise.all([work(stop), work(stop), work(stop)]);
  for (const socket of sockets) socket.destroy();
  verdict.expect(checks.alive, state.isAlive, () => name);
  if (!state.isAlive) return;
  const grownMb = residentMb(service.pid).peak - before;
  const tookMs = quantile(times, 0.99);
  console.log(
    `${name.padEnd(10)} ${grownMb.toFixed(0).padStart(5)} MB more at most; ${String(times.length)} requests of members, ` +
      `p99 ${tookMs.toFixed(0)} ms`,
  );
  // The attack is repeated, because the time of the garbage collection is random, while unread answers always take the
  // same memory.
  if (grownMb > mostGrownMb && !isAgain) {
    await attack(name, text, true);
    return;
  }
  verdict.expect(checks.memory, grownMb <= mostGrownMb, () => `${name}: ${grownMb.toFixed(0)} MB`);
  verdict.expect(checks.members, tookMs <= memberMs * slowness, () => `${name}: ${tookMs.toFixed(0)} ms`);
  await pause(1000);
  const { status } = await fetch(`${large.url}/notes?limit=200`);
  verdict.expect(checks.after, status === 200, () => `${name}: ${String(status)}`);
};

const only = values.only?.split(',') ?? Object.keys(kinds);
for (const name of only) {
  const text = kinds[name];
  if (text === undefined) throw new Error(`--only takes ${Object.keys(kinds).join(', ')}, not ${name}`);
  if (state.isAlive) await attack(name, text);
}
verdict.publish(Object.values(checks));
