import type { Event, Session } from '@pairspace/protocol';
import { request } from '@pairspace/testkit/call';
import { readTables } from '@pairspace/testkit/test-database';
import { testServers } from '@pairspace/testkit/test-servers';
import { readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { untilAnswered } from './lib/claimer.ts';
import { HeldRequest } from './lib/held-request.ts';
import { inParallel } from './lib/in-parallel.ts';
import { agentAt, insist, KeyWorld, laidDown, type Tenant, usesOf } from './lib/key-world.ts';
import { notLaid } from './lib/not-laid.ts';
import { startKillable } from './lib/cluster.ts';
import { openProof } from './lib/open-proof.ts';

/**
 * The proof of keys that end: 50 create keys, 300 agent keys and 1,000 private sessions, whose agents write, stream and
 * wait. In each round ten create keys are ended with everything; new ones take their place. Under 20 rounds the world is a
 * fifth as large. With PAIRSPACE_TEST_DATABASE_URL and PAIRSPACE_TEST_NATS_URL there are three nodes.
 *
 *   node --conditions=pairspace-source proofs/keys-that-end.ts [--rounds 20] [--server FILE] [--folder FOLDER]
 */
await using proof = await openProof({ rounds: 20 });
const { rounds, server, folder, verdict, say } = proof;
const adminToken = 'the-operator-of-this-proof';
const isWhole = rounds >= 20;
const tenantCount = isWhole ? 50 : 10;
const endedEach = isWhole ? 10 : 2;
const heldEach = isWhole ? 20 : 40;
const agentsEach = 6;
const sessionsEach = 20;
const endsWithinMs = 5000;
/** All writers together send about 100 messages a second. */
const writePauseMs = tenantCount * 12;
const checks = {
  refused: 'after 5 s no request with a credential that came under an ended key passes on any node',
  let: 'after 5 s no stream and no wait under an ended key is open',
  writes: 'a writer under an ended key is answered 201 until it is refused, and then never again',
  told: 'each log says once who has lost a seat',
  others: 'no request of anybody else is refused',
  streams: 'streams of others stay open and carry what is said next',
  waits: 'waits of others stay open',
  list: 'the proof lays down what every endpoint answers that answers a token, a code or a key',
  clear: 'no key, token or code is in clear in the database, logs, metrics or exports',
} as const;

await using servers = (await testServers()) ?? null;
const logFile = join(folder, 'output.log');
await using output = await open(logFile, 'a');
await using service = await startKillable({
  file: server,
  folder,
  env: {
    PAIRSPACE_ADMIN_TOKEN: adminToken,
    PAIRSPACE_CREATE: 'key',
    PAIRSPACE_COMPUTE: 'workers',
    PAIRSPACE_SESSION_PACE: 'off',
    PAIRSPACE_LOG: 'info',
  },
  servers,
  output: output.fd,
});
const urls = service.running().map(({ url }) => url);
const urlAt = (index: number): string => urls[index % urls.length] ?? '';
const world = new KeyWorld({ urls, adminToken, agentsEach, sessionsEach });
const unlaid = await notLaid(urlAt(0));
verdict.expect(checks.list, unlaid.length === 0, () => unlaid.join(', '));
await world.add(tenantCount);
say(`${String(tenantCount)} create keys, ${String(world.secrets.size)} secrets`);

/** Streams and waits of a tenant, in turn over its sessions and the nodes. */
const hold = (tenant: Tenant, count: number): { streams: HeldRequest[]; waits: HeldRequest[] } => {
  const streams: HeldRequest[] = [];
  const waits: HeldRequest[] = [];
  for (let index = 0; index < count; index++) {
    const base = urlAt(index);
    const seat = [...tenant.sessions, ...tenant.guests][index];
    if (!seat) break;
    if (index % 2 === 0) streams.push(new HeldRequest(`${base}${seat.url}/stream`, seat.agentToken));
    else waits.push(new HeldRequest(`${base}${seat.url}/inbox?wait=50`, seat.agentToken));
    if (index % 5 === 0) waits.push(new HeldRequest(`${base}/api/me/inbox?wait=50`, agentAt(tenant, index).agentKey));
  }
  return { streams, waits };
};

/** Writes until it is stopped; `statuses` are those of its answers, in order. */
const write = (tenant: Tenant, index: number) => {
  const seat = tenant.sessions[index % tenant.sessions.length];
  const statuses: number[] = [];
  const over = new AbortController();
  const work = (async () => {
    for (let count = 0; seat && !over.signal.aborted; count++) {
      const body = { content: `message ${String(count)}` };
      const url = `${urlAt(count)}${seat.url}/messages`;
      const { status } = await untilAnswered(() => request(url, { token: seat.agentToken, body }));
      statuses.push(status);
      await pause(writePauseMs);
    }
  })();
  return {
    statuses,
    stop: (): Promise<void> => {
      over.abort();
      return work;
    },
  };
};

/** Looks at what the log of a session says about lost seats, with the eyes of a guest who stays. */
const judgeLogs = async (ended: readonly Tenant[]): Promise<void> => {
  const lost = ended.flatMap(({ sessions }) => sessions);
  const stayed = new Map(world.tenants.flatMap(({ guests }) => guests.map((guest) => [guest.url, guest] as const)));
  await inParallel(lost.length, 10, async (index) => {
    const session = lost[index];
    const guest = session && stayed.get(session.url);
    if (!guest) return;
    const url = `${urlAt(index)}${guest.url}`;
    const { lastSeq } = await insist<Session>(url, { token: guest.agentToken });
    const since = String(Math.max(0, lastSeq - 200));
    const list = `${url}/events?since=${since}&limit=200`;
    const { items } = await insist<{ items: Event[] }>(list, { token: guest.agentToken });
    const told = items.filter(({ event, data }) => event === 'agent.revoked' && data.id === session.agentId).length;
    verdict.expect(checks.told, told === 1, () => `${session.url}: ${session.agentId} is out ${String(told)} times`);
  });
};

let slowestMs = 0;
for (let round = 1; round <= rounds; round++) {
  const ended = world.take(endedEach);
  const others = world.tenants.slice(0, endedEach);
  const theirs = ended.map((tenant) => hold(tenant, heldEach));
  const kept = others.map((tenant) => hold(tenant, 4));
  const endedWriters = ended.flatMap((tenant) => [write(tenant, 0), write(tenant, 1)]);
  const otherWriters = world.tenants.map((tenant, index) => write(tenant, index));
  await pause(2 * writePauseMs + 1000);

  const endedAt = performance.now();
  await Promise.all(
    ended.map(({ keyId }, index) => {
      const url = `${urlAt(index + round)}/api/create-keys/${keyId}?everything=true`;
      return insist(url, { token: adminToken, method: 'DELETE' });
    }),
  );
  slowestMs = Math.max(slowestMs, performance.now() - endedAt);
  await pause(endsWithinMs);

  const [streams, waits] = [theirs.flatMap((one) => one.streams), theirs.flatMap((one) => one.waits)];
  for (const held of [...streams, ...waits]) {
    verdict.expect(checks.let, held.isOver, () => `open, after ${String(held.status)}`);
  }
  for (const { statuses } of endedWriters) {
    const first = statuses.findIndex((status) => status !== 201);
    const isRight = first > 0 && statuses.slice(first).every((status) => status === 401);
    verdict.expect(checks.writes, isRight, () => statuses.slice(Math.max(0, first - 2), first + 5).join(' '));
  }
  await Promise.all(endedWriters.map((writer) => writer.stop()));
  const uses = ended.flatMap(usesOf);
  await inParallel(uses.length, 10, async (index) => {
    const use = uses[index];
    for (const base of urls) {
      const status = use && (await untilAnswered(() => use.send(base))).status;
      const isRefused = [401, 403, 429].includes(Number(status));
      verdict.expect(checks.refused, isRefused, () => `${String(use?.how)}: ${String(status)}`);
    }
  });
  await judgeLogs(ended);

  for (const [index, { streams: open, waits: waiting }] of kept.entries()) {
    for (const wait of waiting) {
      verdict.expect(checks.waits, !wait.isOver || wait.status === 200, () => `ended with ${String(wait.status)}`);
    }
    const seat = others[index]?.sessions[0];
    const content = `to the stream in round ${String(round)}`;
    if (seat) await insist(`${urlAt(index + 1)}${seat.url}/messages`, { token: seat.agentToken, body: { content } });
    const [stream] = open;
    for (let tries = 0; tries < 50 && stream?.text.includes(content) === false; tries++) await pause(100);
    const hasCome = stream?.text.includes(content) === true;
    verdict.expect(checks.streams, hasCome, () => `${String(stream?.status)}, nothing came`);
    for (const other of open)
      verdict.expect(checks.streams, !other.isOver, () => `ended after ${String(other.status)}`);
  }
  await Promise.all(otherWriters.map((writer) => writer.stop()));
  for (const { statuses } of otherWriters) {
    for (const status of statuses) verdict.expect(checks.others, status === 201, () => `a write: ${String(status)}`);
  }
  const stayed = world.tenants
    .flatMap(usesOf)
    .filter(({ how }) => !['write', 'recovery code', 'create key', laidDown].includes(how));
  await inParallel(stayed.length, 10, async (index) => {
    const use = stayed[index];
    const status = use && (await untilAnswered(() => use.send(urlAt(index)))).status;
    verdict.expect(checks.others, status === 200, () => `${String(use?.how)}: ${String(status)}`);
  });
  await Promise.all([...theirs, ...kept].flatMap((one) => [...one.streams, ...one.waits].map((held) => held.end())));
  say(`round ${String(round)}: ${String(uses.length)} credentials ended`);
  if (round < rounds) await world.add(endedEach);
}

await searchForSecrets();
say(`the slowest end of ${String(endedEach)} keys at once was answered after ${slowestMs.toFixed(0)} ms`);
verdict.publish(Object.values(checks));

/** Looks for everything that has the form of a secret of the service. */
async function searchForSecrets(): Promise<void> {
  const look = (place: string, text: string): void => {
    const found = text.match(/(?:agk|crk|agt|obs|rec)_[\w-]{43}/gu)?.find((secret) => world.secrets.has(secret));
    verdict.expect(checks.clear, found === undefined, () => `${place}: ${String(found).slice(0, 8)}…`);
  };
  look('log', readFileSync(logFile, 'utf8'));
  for (const url of urls) look('metrics', await (await fetch(`${url}/metrics`)).text());
  const seats = world.tenants.flatMap(({ sessions }) => sessions).slice(0, 20);
  for (const { url, agentToken } of seats) {
    const headers = { authorization: `Bearer ${agentToken}` };
    look('export', await (await fetch(`${urlAt(0)}${url}/export`, { headers })).text());
  }
  if (!servers) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (file.includes('.sqlite')) look(file, readFileSync(join(folder, file), 'latin1'));
    }
    return;
  }
  for (const [name, rows] of await readTables(servers.databaseUrl)) look(name, rows);
}
