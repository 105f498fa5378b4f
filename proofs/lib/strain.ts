import type { Message } from '@pairspace/protocol';
import { type Reply, request } from '@pairspace/testkit/call';
import { createSession } from '@pairspace/testkit/service';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, ClusterNode } from './cluster.ts';
import { Follower } from './follower.ts';
import type { Verdict } from './verdict.ts';
import type { WriteLoad } from './write-load.ts';

/** The limit for a hang, while a node recovers or looks by itself. */
const recoverWithinMs = 60_000;
export const strainChecks = {
  databaseAway: 'while the database restarts requests are 503, /readyz too, and /healthz is 200',
  databaseBack: 'when it is back every node writes again by itself',
  natsAway: 'while NATS is away every write succeeds, and /readyz is 200 and says so',
  natsFollowed: 'an event reaches a follower on another node without NATS, by its own looking',
  natsBack: 'when NATS is back every node is connected again and events cross',
  nodeCut: 'a node that is cut off from the database is 503, and the others serve',
  nodeSwallowed: 'a node whose network swallows everything answers 503 in time, and the others serve',
  nodeBack: 'when the network is back the node writes again by itself',
  rolling: 'a rolling restart fails no request of a client that retries',
} as const;
const checks = strainChecks;

/** Restarts servers, cuts networks and restarts nodes under a load, and looks at what each node answers meanwhile. */
export const strain = async (
  { nodes, postgres, nats }: Cluster,
  load: WriteLoad,
  verdict: Verdict,
  say: (what: string) => void,
): Promise<void> => {
  const [first, second] = nodes;
  if (!first || !second) throw new Error('There are no two nodes.');

  const ready = (node: ClusterNode): Promise<Reply<{ nats?: string } | undefined>> => request(`${node.url}/readyz`);

  /** Posts one message through this node. */
  const post = async (node: ClusterNode, { id, token } = load.sessionAt(0)): Promise<Reply<Message>> => {
    const content = `by ${node.name} ${randomUUID()}`;
    const headers = { 'idempotency-key': randomUUID() };
    const url = `${node.url}/api/sessions/${id}/messages`;
    const reply = await request<Message>(url, { token, body: { content }, headers });
    const { seq, id: messageId } = reply.status === 201 ? reply.data : { seq: 0, id: '' };
    if (reply.status === 201) load.ledger.messages.push({ sessionId: id, seq, id: messageId, content });
    return reply;
  };

  /** Repeats a look until it shows what is wanted. */
  const until = async <Seen>(look: () => Promise<Seen>, isWanted: (seen: Seen) => boolean): Promise<Seen> => {
    for (const deadline = performance.now() + recoverWithinMs; ;) {
      const seen = await look();
      if (isWanted(seen) || performance.now() > deadline) return seen;
      await pause(20);
    }
  };

  /** Expects that each node accepts writes again, without help. */
  const expectWrites = async (check: string, which: readonly ClusterNode[]): Promise<void> => {
    for (const node of which) {
      const reply = await until(
        () => post(node),
        ({ status }) => status === 201,
      );
      const { status } = await ready(node);
      verdict.expect(check, reply.status === 201 && status === 200, () => [node.name, reply.status, status].join());
    }
  };

  const expectAway = async (check: string, node: ClusterNode): Promise<void> => {
    const { status, error } = await post(node);
    const probes = await Promise.all(['readyz', 'healthz'].map((path) => fetch(`${node.url}/${path}`)));
    const found = [status, error?.code, ...probes.map((probe) => probe.status)].join();
    verdict.expect(check, found === '503,UNAVAILABLE,503,200', () => `${node.name}: ${found}`);
  };

  /** Expects that an event of one node reaches a follower on another. */
  const expectCrossing = async (check: string, from: ClusterNode, to: ClusterNode): Promise<void> => {
    const session = await createSession(from.url);
    using follower = new Follower({ ...session, url: `${to.url}/api/sessions/${session.id}` });
    const lastSeq = () => Promise.resolve(follower.lastSeq);
    await until(lastSeq, (seq) => seq >= 1);
    await post(from, session);
    const seq = await until(lastSeq, (now) => now >= 2);
    verdict.expect(check, seq === 2, () => `from ${from.name} to ${to.name} came ${String(seq)} events`);
  };

  // The database stops, or is killed.
  for (const crash of [false, true]) {
    load.isUnsettled = true;
    const restarted = postgres.restart({ downMs: 1500, crash });
    await pause(700);
    for (const node of nodes) await expectAway(checks.databaseAway, node);
    await restarted;
    await expectWrites(checks.databaseBack, nodes);
    load.isUnsettled = false;
    say(`the database was ${crash ? 'killed' : 'restarted'}`);
  }

  await nats.stop();
  for (const node of nodes) {
    const { status } = await post(node);
    const probe = await until(
      () => ready(node),
      ({ data }) => data?.nats === 'away',
    );
    const found = [status, probe.status, probe.data?.nats].join();
    verdict.expect(checks.natsAway, found === '201,200,away', () => `${node.name}: ${found}`);
  }
  await expectCrossing(checks.natsFollowed, first, second);
  await nats.start();
  for (const node of nodes) {
    const { data } = await until(
      () => ready(node),
      (probe) => probe.data?.nats === 'connected',
    );
    verdict.expect(checks.natsBack, data?.nats === 'connected', () => `${node.name} says ${String(data?.nats)}`);
  }
  await expectCrossing(checks.natsBack, first, second);
  say('NATS was away');

  const others = nodes.filter((node) => node !== first);
  load.isUnsettled = true;
  first.database.cut();
  await expectAway(checks.nodeCut, first);
  await expectWrites(checks.nodeCut, others);
  first.database.open();
  await expectWrites(checks.nodeBack, [first]);
  say('the network between a node and the database was cut');

  first.database.silence();
  const refused = await post(first);
  const isRefused = refused.status === 503 || refused.status === 500;
  verdict.expect(checks.nodeSwallowed, isRefused, () => `${first.name} answers ${String(refused.status)}`);
  await expectWrites(checks.nodeSwallowed, others);
  first.database.open();
  await expectWrites(checks.nodeBack, [first]);
  load.isUnsettled = false;
  say('the network between a node and the database swallowed everything for a while');

  first.nats.cut();
  await expectCrossing(checks.natsFollowed, second, first);
  first.nats.open();
  say('the network between a node and NATS was cut');

  // Each node restarts in turn, under the load of clients that retry.
  const over = new AbortController();
  const clients = Array.from({ length: 8 }, async (_, index) => {
    const { id: sessionId, url, token } = load.sessionAt(index);
    while (!over.signal.aborted) {
      const content = `rolling ${randomUUID()}`;
      const keyed = { token, body: { content }, headers: { 'idempotency-key': randomUUID() } };
      const send = () => request<Message>(`${url}/messages`, keyed).catch(() => undefined);
      const reply = await until(send, (one) => one?.status === 201);
      verdict.expect(checks.rolling, reply?.status === 201, () => `the last answer was ${String(reply?.status)}`);
      if (reply?.status === 201)
        load.ledger.messages.push({ sessionId, seq: reply.data.seq, id: reply.data.id, content });
    }
  });
  for (const node of nodes) {
    await node.process()[Symbol.asyncDispose]();
    await node.start();
    await pause(300);
  }
  over.abort();
  await Promise.all(clients);
  say('every node was restarted in turn');
};
