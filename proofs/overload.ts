import type { Session } from '@pairspace/protocol';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { serviceFile, startService } from '@pairspace/testkit/service';
import { mean, quantile } from '@pairspace/testkit/statistics';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { inParallel } from './lib/in-parallel.ts';
import { type TimedAnswer, askUntil, connectAll, OverloadClient } from './lib/overload-client.ts';
import { startProber } from './lib/prober.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * Ten times the clients that the service can serve: accepted requests stay as fast and as many as before, and the rest
 * is refused at once. Each client has its own address behind a trusted proxy, and tries again a second after a refusal,
 * as the service demands. Limits on times are multiplied by the ratio of elapsed time to processor time on this
 * machine.
 *
 *   node --conditions=pairspace-source proofs/overload.ts [--short] [--clients 64] [--server FILE]
 *
 * The short form is for busy machines: it takes less time and allows longer delays.
 */
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    clients: { type: 'string', default: '64' },
    server: { type: 'string', default: serviceFile },
    folder: { type: 'string', default: `${import.meta.dirname}/../data` },
  },
});
const capacity = Number(values.clients);
const form = values.short
  ? { lastsMs: 6000, idleConnections: 2000, acceptedMs: 2000, leastShare: 0.5 }
  : { lastsMs: 20_000, idleConnections: 10_000, acceptedMs: 250, leastShare: 0.9 };
const { lastsMs, idleConnections, acceptedMs, leastShare } = form;
const sessions = 16;
const joinsPerMinute = 2000;
const checks = {
  throughput: `ten times the clients: at least ${String(leastShare * 100)} % of the peak is served`,
  refused: 'what is not served is 429 or 503',
  atOnce: `a refusal takes at most ${String(acceptedMs)} ms (p99)`,
  accepted: `what is accepted takes at most ${String(acceptedMs)} ms (p99)`,
  heartbeats: 'every heartbeat of a member is served',
  health: `/healthz answers within ${String(acceptedMs)} ms`,
  streams: "members' streams tell every event",
  idle: 'idle connections keep nobody waiting',
  fair: 'one address that asks for all keeps no other out',
  joins: `${joinsPerMinute.toLocaleString('en')} joins a minute from one address are all served`,
} as const;

const verdict = new Verdict();
await using scratch = await scratchFolder(values.folder);
await using service = await startService({
  folder: scratch.path,
  file: values.server,
  env: { PAIRSPACE_TRUST_PROXY: '127.0.0.1', PAIRSPACE_NEW_SESSIONS: 'off' },
  limits: { requestsAtOnce: capacity * 2 },
});
await using prober = await startProber(service);
const slowness = Math.max(1, await prober.measureSlowness());
const allowedMs = acceptedMs * slowness;
console.log(
  `work takes ${slowness.toFixed(2)} times what it takes on a quiet machine; ${allowedMs.toFixed(0)} ms are allowed`,
);

interface OpenedSession {
  id: string;
  url: string;
  token: string;
  inviteCode: string;
}

/** Sends one request and closes the client. */
const asking = async (client: OverloadClient, url: string, body?: unknown) => {
  const answer = await client.ask(url, body);
  client.end();
  return answer;
};

const open = async (address: string): Promise<OpenedSession> => {
  const { status, text } = await asking(new OverloadClient(address), `${service.url}/api/sessions`, { maxAgents: 16 });
  if (status !== 201) throw new Error(text);
  const { data } = JSON.parse(text) as { data: { session: Session & { inviteCode: string }; agentToken: string } };
  const { session, agentToken: token } = data;
  return { id: session.id, url: `${service.url}/api/sessions/${session.id}`, token, inviteCode: session.inviteCode };
};

const addressOf = (index: number): string =>
  `10.${String(index >> 16)}.${String((index >> 8) & 255)}.${String(index & 255)}`;
const opened: OpenedSession[] = [];
await inParallel(sessions, 4, async (index) => {
  opened.push(await open(addressOf(index)));
});
const body = { content: 'x'.repeat(300) };
const isRefused = ({ status }: TimedAnswer): boolean => status === 429 || status === 503;

const post = (client: OverloadClient, index: number): Promise<TimedAnswer> => {
  const session = opened[index % sessions];
  if (!session) throw new Error('no session');
  return client.ask(`${session.url}/messages`, body, session.token);
};

/** Load from a number of clients for some time; returns their answers, without those of the first quarter. */
const load = async (clients: number, forMs = lastsMs): Promise<{ answers: TimedAnswer[]; perSecond: number }> => {
  const answers: TimedAnswer[] = [];
  const callers = await connectAll(
    service.url,
    Array.from({ length: clients }, (_, index) => addressOf(index)),
  );
  const countFrom = performance.now() + forMs / 4;
  const stop = AbortSignal.timeout(forMs);
  await Promise.all(
    callers.map(async (client, index) => {
      await askUntil(
        stop,
        () => post(client, index),
        (answer) => {
          if (answer.atMs >= countFrom) answers.push(answer);
        },
      );
      client.end();
    }),
  );
  const served = answers.filter(({ status }) => status === 201).length;
  return { answers, perSecond: served / ((forMs * 0.75) / 1000) };
};

const p99 = (answers: readonly TimedAnswer[]): number =>
  quantile(
    answers.map(({ tookMs }) => tookMs),
    0.99,
  );
const isQuick = (check: string, answers: readonly TimedAnswer[]): void => {
  const tookMs = p99(answers);
  verdict.expect(check, answers.length === 0 || tookMs <= allowedMs, () => `p99 ${tookMs.toFixed(0)} ms`);
};

/** Follows a session as a member; returns the newest received seq. */
const follow = ({ url, token }: OpenedSession): { newest: () => number; end: () => void } => {
  const stop = new AbortController();
  let newest = 0;
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '10.200.0.1' };
  get(`${url}/stream`, { agent: false, headers, signal: stop.signal }, (response) => {
    response.setEncoding('utf8').on('error', () => undefined);
    response.on('data', (text: string) => {
      for (const [, seq] of text.matchAll(/^id: ?(\d+)$/gm)) newest = Math.max(newest, Number(seq));
    });
  }).on('error', () => undefined);
  return {
    newest: () => newest,
    end: () => {
      stop.abort();
    },
  };
};

const beat = async (signal: AbortSignal): Promise<void> => {
  const [member] = opened;
  const client = new OverloadClient('10.200.0.2', member?.token);
  while (!signal.aborted) {
    const { status } = await client.ask(`${member?.url ?? ''}/presence`, { status: 'working' });
    verdict.expect(checks.heartbeats, status < 300, () => String(status));
    await pause(200);
  }
};

const lastSeqOf = async ({ url, token }: OpenedSession): Promise<number> => {
  const { text } = await asking(new OverloadClient('10.200.0.3', token), url);
  return (JSON.parse(text) as { data: Session }).data.lastSeq;
};

await load(capacity, lastsMs / 4);
/** The rates are measured before and after, so that other load on the machine affects them, too. */
const rates = { half: [] as number[], full: [] as number[] };
const measurePeak = async (): Promise<number> => {
  rates.half.push((await load(capacity / 2)).perSecond);
  rates.full.push((await load(capacity)).perSecond);
  return Math.max(mean(rates.half), mean(rates.full));
};
await measurePeak();

const followed = opened.map((session) => ({ session, stream: follow(session) }));
const overloaded = async () => {
  await prober.takeWaits();
  const stopBeats = new AbortController();
  const beating = beat(stopBeats.signal);
  const { answers, perSecond } = await load(capacity * 10);
  const { serviceMs: healthMs } = await prober.takeWaits();
  stopBeats.abort();
  await beating;
  const accepted = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(isRefused);
  console.log(
    `${String(capacity * 10)} clients: ${perSecond.toFixed(0)} messages a second, p99 ${p99(accepted).toFixed(0)} ms; ` +
      `${String(refused.length)} refused, p99 ${p99(refused).toFixed(0)} ms; /healthz at most ${healthMs.toFixed(0)} ms`,
  );
  const peak = await measurePeak();
  console.log(
    `peak: ${mean(rates.half).toFixed(0)} and ${mean(rates.full).toFixed(0)}; ${peak.toFixed(0)} messages a second`,
  );
  for (const answer of answers) {
    verdict.expect(checks.refused, answer.status === 201 || isRefused(answer), () => String(answer.status));
  }
  verdict.expect(checks.refused, refused.length > 0, () => 'nothing was refused: it was not too much');
  const slowest = Math.max(p99(accepted), p99(refused), healthMs);
  return { accepted, refused, perSecond, healthMs, peak, slowest };
};
type Overloaded = Awaited<ReturnType<typeof overloaded>>;
const isWithinLimits = ({ perSecond, peak, slowest }: Overloaded): boolean =>
  perSecond >= peak * leastShare && slowest <= allowedMs;

// A time above its limit is measured again: the delay of the service stays, other load on the machine passes.
let found = await overloaded();
for (let again = 0; again < 2 && !isWithinLimits(found); again++) found = await overloaded();
const { accepted, refused, perSecond, healthMs, peak } = found;
verdict.expect(
  checks.throughput,
  perSecond >= peak * leastShare,
  () => `${perSecond.toFixed(0)} of ${peak.toFixed(0)} a second`,
);
isQuick(checks.atOnce, refused);
isQuick(checks.accepted, accepted);
verdict.expect(checks.health, healthMs <= allowedMs, () => `${healthMs.toFixed(0)} ms`);
await pause(1000);
for (const { session, stream } of followed) {
  const last = await lastSeqOf(session);
  verdict.expect(checks.streams, stream.newest() === last, () => `${String(stream.newest())} of ${String(last)}`);
  stream.end();
}

const idle: Socket[] = [];
await inParallel(idleConnections, 200, async () => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => undefined);
  idle.push(socket);
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('connect', resolve).once('close', resolve);
  await promise;
});
const besideIdle = await load(capacity / 2, lastsMs / 4);
console.log(`${String(idle.length)} idle connections: ${besideIdle.perSecond.toFixed(0)} messages a second`);
isQuick(checks.idle, besideIdle.answers);
for (const { status } of besideIdle.answers) verdict.expect(checks.idle, status === 201, () => String(status));
for (const socket of idle) socket.destroy();
// The system needs time to close this number of connections.
await pause(2000);

/**
 * The flood: one address with many connections, and a hundred that send two requests a second. The first quarter does
 * not count here, either.
 */
const stopFlood = AbortSignal.timeout(lastsMs / 2);
const othersCountFrom = performance.now() + lastsMs / 8;
const flood = Promise.all(
  Array.from({ length: capacity * 5 }, async (_, index) => {
    const client = new OverloadClient('10.201.0.1');
    await askUntil(
      stopFlood,
      () => post(client, index),
      () => undefined,
    );
    client.end();
  }),
);
const others: TimedAnswer[] = [];
await Promise.all(
  Array.from({ length: 100 }, async (_, index) => {
    const client = new OverloadClient(addressOf(100_000 + index));
    while (!stopFlood.aborted) {
      const answer = await post(client, index);
      if (answer.atMs >= othersCountFrom) others.push(answer);
      verdict.expect(checks.fair, answer.status === 201, () => String(answer.status));
      await pause(500);
    }
    client.end();
  }),
);
await flood;
console.log(
  `beside one address with ${String(capacity * 5)} connections: p99 of the others ${p99(others).toFixed(0)} ms`,
);
isQuick(checks.fair, others);

const joins = Math.round((joinsPerMinute / 60_000) * lastsMs);
const joined: TimedAnswer[] = [];
const seatsLeft = 15;
const arenas = await Promise.all(Array.from({ length: Math.ceil(joins / seatsLeft) }, () => open('10.202.0.2')));
const joinsBegan = performance.now();
await Promise.all(
  Array.from({ length: joins }, async (_, index) => {
    await pause((60_000 / joinsPerMinute) * index);
    const { url = '', inviteCode } = arenas[index % arenas.length] ?? {};
    const agent = { agentId: `joiner-${String(index)}`, agentName: 'Joiner' };
    const answer = await asking(new OverloadClient('10.202.0.1'), `${url}/join`, { inviteCode, ...agent });
    joined.push(answer);
    verdict.expect(checks.joins, answer.status === 201, () => `${String(answer.status)} ${answer.text}`);
  }),
);
const joinedPerMinute = (joins * 60_000) / (performance.now() - joinsBegan);
console.log(`${joinedPerMinute.toFixed(0)} joins a minute from one address: p99 ${p99(joined).toFixed(0)} ms`);
isQuick(checks.joins, joined);
verdict.publish(Object.values(checks));
