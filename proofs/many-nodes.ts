import type { Message } from '@pairspace/protocol';
import { Refused, type Reply, request } from '@pairspace/testkit/call';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession } from '@pairspace/testkit/service';
import { quantile } from '@pairspace/testkit/statistics';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Absences, presenceTimeoutMs } from './lib/absences.ts';
import { absenceChecks, judgeAbsences } from './lib/judge-absences.ts';
import { type ClusterNode, startCluster } from './lib/cluster.ts';
import { compareWithService, serviceChecks } from './lib/compare-with-service.ts';
import { Follower, untilCaughtUp } from './lib/follower.ts';
import { isKillDue } from './lib/is-kill-due.ts';
import { emptyLedger } from './lib/ledger.ts';
import { readProofOptions } from './lib/options.ts';
import { runConformance } from './lib/run-conformance.ts';
import { sessionsOfOneAgent } from './lib/sessions-of-one-agent.ts';
import { severalWriters } from './lib/several-writers.ts';
import { Verdict } from './lib/verdict.ts';
import type { Writer } from './lib/writers.ts';

/**
 * The proof of several nodes: three processes on one PostgreSQL and one NATS behind a TCP balancer. The conformance
 * suite runs through the balancer, and in a run of 20 rounds or more once more by the Python package, which the build has
 * put beside the page. Then writers and followers continue while nodes are killed, servers restarted and networks cut. No
 * acknowledged write may be lost, no event delivered twice, and everything must recover without help.
 *
 *   node --conditions=pairspace-source proofs/many-nodes.ts [--rounds 100] [--server FILE] [--folder FOLDER]
 */
const { rounds, server, folder } = readProofOptions();
const isLong = rounds >= 20;
const sessionCount = 6;
/** The time in which a node must serve again after its connection to a server is back. */
const recoverWithinMs = 5000;
const checks = {
  conformance: 'the conformance suite passes through the balancer',
  throughPython: 'the suite passes through the balancer when the Python package makes its calls',
  answersExpected: 'no writer got an answer that it has no reason to expect',
  keptAnswer: 'a retry got the answer that was kept, with the write, on another node',
  ...absenceChecks,
  databaseAway: 'while the database restarts requests are 503, /readyz too, and /healthz is 200',
  databaseBack: 'when it is back every node writes again by itself',
  natsAway: 'while NATS is away every write succeeds, and /readyz is 200 and says so',
  natsFollowed: 'an event reaches a follower on another node without NATS, by its own looking',
  natsBack: 'when NATS is back every node is connected again and events cross at once',
  nodeCut: 'a node that is cut off from the database is 503, and the others serve',
  nodeSwallowed: 'a node whose network swallows everything answers 503 in time, and the others serve',
  nodeBack: 'when the network is back the node writes again by itself',
  rolling: 'a rolling restart fails no request of a client that retries',
} as const;

await using scratch = await scratchFolder(folder);
const verdict = new Verdict();
const ledger = emptyLedger();
const began = performance.now();
const say = (what: string): void => {
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${what}`);
};

await proveConformance();
await using cluster = await startCluster({
  size: 3,
  file: server,
  folder: scratch.path,
  env: { PAIRSPACE_LOG: 'silent' },
  constants: { presenceTimeoutMs, watchPauseMs: 100, requestTimeoutMs: 5000 },
});
const { nodes, postgres, nats } = cluster;
const nodeAt = (index: number): ClusterNode => {
  const node = nodes[index % nodes.length];
  if (!node) throw new Error('There is no node.');
  return node;
};
const [first, second] = [nodeAt(0), nodeAt(1)];

const sessions = await sessionsOfOneAgent(cluster.url, sessionCount);
const sessionAt = (index: number): OpenSession => {
  const session = sessions[index % sessionCount];
  if (!session) throw new Error('There is no session yet.');
  return session;
};
const { writers, retrying, notes } = await severalWriters({ messages: 8, retrying: 6, files: 4 }, sessionAt, ledger);
const followers = Array.from({ length: sessionCount * 2 }, (_, index) => new Follower(sessionAt(index)));
const absences = await Promise.all(Array.from({ length: 4 }, () => Absences.begin(cluster.url)));
/** The number of 503 answers: nothing was stored, and the client should try again. */
let unavailable = 0;
let writing = true;
/** Whether the answer to a commit may be lost. */
let isUnsettled = false;
const load = Promise.all(writers.map(keepWriting));

let kills = 0;
while (isKillDue(kills, rounds, ledger.replays > 0)) {
  const node = nodeAt(kills++);
  await pause(100 + Math.random() * 300);
  node.process().kill('SIGKILL');
  await node.process().exited;
  await node.start();
}
/** From this time on the database itself fails. */
const killedUntil = Date.now();
say(`${String(kills)} kills; ${String(ledger.messages.length)} messages acknowledged so far`);

await restartDatabase();
await stopNats();
await cutOff();
await rollingRestart();

for (const absence of absences) await absence.end();
writing = false;
await load;
for (const writer of retrying) await writer();
await untilCaughtUp(followers, sessions);
await compareWithService({ sessions, notes, followers, ledger, verdict });
judgeAbsences(absences, { killedUntil, verdict });
const delays = absences.flatMap(({ told }) => told).map(({ delayMs }) => delayMs);
verdict.count(checks.answersExpected, ...ledger.surprises.slice(0, 1));
for (let replay = 0; replay < ledger.replays; replay++) verdict.count(checks.keptAnswer);
for (const follower of followers) follower[Symbol.dispose]();
console.log(
  `acknowledged: ${String(ledger.messages.length)} messages, ${String(ledger.edits.length)} edits, ` +
    `${String(ledger.files.length)} files; 503: ${String(unavailable)}; absences: ${String(delays.length)}, told after ` +
    `${quantile(delays, 0.5).toFixed(0)} ms (p50), ${quantile(delays, 0.99).toFixed(0)} ms (p99); ` +
    `connections of followers: ${String(followers.reduce((sum, { connections }) => sum + connections, 0))}`,
);
const { throughPython: ofLong, ...always } = checks;
verdict.publish([...serviceChecks, ...Object.values(always), ...(isLong ? [ofLong] : [])]);

/** Runs the suite on nodes of its own, with the constants of the service. */
async function proveConformance(): Promise<void> {
  const folderOfSuite = join(scratch.path, 'suite');
  await using own = await startCluster({
    size: 3,
    file: server,
    folder: folderOfSuite,
    env: { PAIRSPACE_LOG: 'silent' },
  });
  for (const throughPython of isLong ? [false, true] : [false]) {
    const check = throughPython ? checks.throughPython : checks.conformance;
    const tests = await runConformance(own.url, { throughPython });
    for (const { id, title, kind, message } of tests) {
      if (kind === 'skipped') continue;
      verdict.expect(check, kind === 'passed', () => `${id} ${title}: ${message ?? kind}`);
    }
    say(`${check}: ${String(tests.length)} tests`);
  }
}

/** Repeats a writer, regardless of the result of single requests. */
async function keepWriting(writer: Writer): Promise<void> {
  while (writing) {
    try {
      await writer();
    } catch (error) {
      if (error instanceof Refused && error.status === 503) unavailable++;
      // The writers share an address, whose reads hold their room while a node cannot reach the database.
      else if (error instanceof Refused && error.status === 429 && isUnsettled) unavailable++;
      // A node whose database connection ends during a commit cannot know its result.
      else if (error instanceof Refused && error.status === 500 && isUnsettled) unavailable++;
      else if (error instanceof Refused) ledger.surprises.push(error.message);
      await pause(10);
    }
  }
}

async function ready(node: ClusterNode): Promise<Reply<{ status: string; nats?: string }>> {
  return request(`${node.url}/readyz`);
}

/** Posts one message through this node. */
async function post(node: ClusterNode, session = sessionAt(0), timeoutMs = 20_000): Promise<Reply<Message>> {
  const content = `by ${node.name} ${randomUUID()}`;
  const url = `${node.url}/api/sessions/${session.id}/messages`;
  const reply = await Promise.race([
    request<Message>(url, { token: session.token, body: { content } }),
    pause(timeoutMs, { status: 0, headers: new Headers(), data: {} as Message }, { ref: false }),
  ]);
  if (reply.status === 201)
    ledger.messages.push({ sessionId: session.id, seq: reply.data.seq, id: reply.data.id, content });
  return reply;
}

/** Expects that each node soon accepts writes again, without help. */
async function expectWrites(check: string, which: readonly ClusterNode[]): Promise<void> {
  for (const node of which) {
    const deadline = performance.now() + recoverWithinMs;
    let reply = await post(node);
    while (reply.status !== 201 && performance.now() < deadline) {
      await pause(50);
      reply = await post(node);
    }
    verdict.expect(check, reply.status === 201, () => `${node.name} answers ${String(reply.status)}`);
    const probe = await ready(node);
    verdict.expect(check, probe.status === 200, () => `${node.name} is ${String(probe.status)} at /readyz`);
  }
}

async function expectAway(check: string, node: ClusterNode): Promise<void> {
  const reply = await post(node);
  const isRefused = reply.status === 503 && reply.error?.code === 'UNAVAILABLE';
  verdict.expect(check, isRefused, () => `${node.name} answers ${String(reply.status)} ${reply.error?.code ?? ''}`);
  const probe = await ready(node);
  verdict.expect(check, probe.status === 503, () => `${node.name} is ${String(probe.status)} at /readyz`);
  const { status } = await fetch(`${node.url}/healthz`);
  verdict.expect(check, status === 200, () => `${node.name} is ${String(status)} at /healthz`);
}

async function restartDatabase(): Promise<void> {
  for (const crash of [false, true]) {
    isUnsettled = true;
    const restarted = postgres.restart({ downMs: 1500, crash });
    await pause(700);
    for (const node of nodes) await expectAway(checks.databaseAway, node);
    await restarted;
    await expectWrites(checks.databaseBack, nodes);
    isUnsettled = false;
    say(`the database was ${crash ? 'killed' : 'restarted'}`);
  }
}

/** The time from a POST on one node to its event at a follower on another. */
async function crossingMs(from: ClusterNode, to: ClusterNode): Promise<number> {
  const session = await createSession(from.url);
  using follower = new Follower({ ...session, url: `${to.url}/api/sessions/${session.id}` });
  while (follower.lastSeq < 1) await pause(5);
  await pause(100);
  const sentAt = performance.now();
  await post(from, session);
  while (follower.lastSeq < 2 && performance.now() - sentAt < 10_000) await pause(1);
  return performance.now() - sentAt;
}

async function stopNats(): Promise<void> {
  await nats.stop();
  await pause(300);
  for (const node of nodes) {
    const { status } = await post(node);
    verdict.expect(checks.natsAway, status === 201, () => `${node.name} answers ${String(status)}`);
    const probe = await ready(node);
    const saysSo = probe.status === 200 && probe.data.nats === 'away';
    verdict.expect(checks.natsAway, saysSo, () => `${node.name} is ${JSON.stringify(probe.data)} at /readyz`);
  }
  const withoutMs = await crossingMs(first, second);
  verdict.expect(checks.natsFollowed, withoutMs < 6000, () => `it took ${withoutMs.toFixed(0)} ms`);
  await nats.start();
  for (const node of nodes) {
    const deadline = performance.now() + recoverWithinMs;
    while ((await ready(node)).data.nats !== 'connected' && performance.now() < deadline) await pause(20);
    const { data } = await ready(node);
    verdict.expect(checks.natsBack, data.nats === 'connected', () => `${node.name} says ${String(data.nats)}`);
  }
  const withMs = await crossingMs(first, second);
  verdict.expect(checks.natsBack, withMs < 1000, () => `it took ${withMs.toFixed(0)} ms`);
  say(`NATS was away; an event crossed in ${withoutMs.toFixed(0)} ms without it, in ${withMs.toFixed(0)} ms with it`);
}

async function cutOff(): Promise<void> {
  const others = nodes.filter((node) => node !== first);
  isUnsettled = true;
  first.database.cut();
  await expectAway(checks.nodeCut, first);
  await expectWrites(checks.nodeCut, others);
  first.database.open();
  await expectWrites(checks.nodeBack, [first]);
  say('the network between a node and the database was cut');

  first.database.silence();
  const refused = await post(first);
  verdict.expect(checks.nodeSwallowed, refused.status === 503 || refused.status === 500, () => {
    return `${first.name} answers ${String(refused.status)}`;
  });
  await expectWrites(checks.nodeSwallowed, others);
  first.database.open();
  await expectWrites(checks.nodeBack, [first]);
  isUnsettled = false;
  say('the network between a node and the database swallowed everything for a while');

  first.nats.cut();
  const cutMs = await crossingMs(second, first);
  verdict.expect(checks.natsFollowed, cutMs < 6000, () => `it took ${cutMs.toFixed(0)} ms`);
  first.nats.open();
  say(`the network between a node and NATS was cut; an event crossed in ${cutMs.toFixed(0)} ms`);
}

/** Restarts one node after the other, under the load of clients that retry. */
async function rollingRestart(): Promise<void> {
  let going = true;
  let requests = 0;
  const clients = Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const { id, url, token } = sessionAt(index);
      while (going) {
        const content = `rolling ${randomUUID()}`;
        const headers = { 'idempotency-key': randomUUID() };
        let reply: Reply<Message> | undefined;
        for (let attempt = 0; attempt < 4 && reply?.status !== 201; attempt++) {
          if (attempt > 0) await pause(100 * 2 ** attempt);
          reply = await request<Message>(`${url}/messages`, { token, body: { content }, headers }).catch(
            () => undefined,
          );
        }
        requests++;
        verdict.expect(checks.rolling, reply?.status === 201, () => `the last answer was ${String(reply?.status)}`);
        if (reply?.status === 201)
          ledger.messages.push({ sessionId: id, seq: reply.data.seq, id: reply.data.id, content });
      }
    }),
  );
  for (const node of nodes) {
    await node.process()[Symbol.asyncDispose]();
    await node.start();
    await pause(300);
  }
  going = false;
  await clients;
  say(`every node was restarted in turn; ${String(requests)} requests of clients that retry`);
}
