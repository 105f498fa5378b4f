import type { Message } from '@pairspace/protocol';
import { type Reply, request } from '@pairspace/testkit/call';
import { createSession } from '@pairspace/testkit/service';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, ClusterNode } from './cluster.ts';
import { Follower } from './follower.ts';
import type { Verdict } from './verdict.ts';
import type { WriteLoad } from './write-load.ts';

/** The time in which a node must serve again after its connection to a server is back; the limit is for a hang. */
const recoverWithinMs = 30_000;
/** A follower hears of an event without NATS when its node looks by itself. */
const withoutNatsMs = 30_000;
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

  await restartDatabase();
  await stopNats(first, second);
  await cutOff(first, second);
  await rollingRestart();

  async function ready(node: ClusterNode): Promise<Reply<{ status: string; nats?: string }>> {
    return request(`${node.url}/readyz`);
  }

  /** Posts one message through this node. */
  async function post(node: ClusterNode, session = load.sessionAt(0), timeoutMs = 60_000): Promise<Reply<Message>> {
    const content = `by ${node.name} ${randomUUID()}`;
    const url = `${node.url}/api/sessions/${session.id}/messages`;
    const reply = await Promise.race([
      request<Message>(url, { token: session.token, body: { content } }),
      pause(timeoutMs, { status: 0, headers: new Headers(), data: {} as Message }, { ref: false }),
    ]);
    if (reply.status === 201)
      load.ledger.messages.push({ sessionId: session.id, seq: reply.data.seq, id: reply.data.id, content });
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
      load.isUnsettled = true;
      const restarted = postgres.restart({ downMs: 1500, crash });
      await pause(700);
      for (const node of nodes) await expectAway(checks.databaseAway, node);
      await restarted;
      await expectWrites(checks.databaseBack, nodes);
      load.isUnsettled = false;
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
    while (follower.lastSeq < 2 && performance.now() - sentAt < withoutNatsMs) await pause(1);
    return performance.now() - sentAt;
  }

  async function stopNats(first: ClusterNode, second: ClusterNode): Promise<void> {
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
    verdict.expect(checks.natsFollowed, withoutMs < withoutNatsMs, () => `it took ${withoutMs.toFixed(0)} ms`);
    await nats.start();
    for (const node of nodes) {
      const deadline = performance.now() + recoverWithinMs;
      while ((await ready(node)).data.nats !== 'connected' && performance.now() < deadline) await pause(20);
      const { data } = await ready(node);
      verdict.expect(checks.natsBack, data.nats === 'connected', () => `${node.name} says ${String(data.nats)}`);
    }
    const withMs = await crossingMs(first, second);
    verdict.expect(checks.natsBack, withMs < withoutNatsMs, () => `it took ${withMs.toFixed(0)} ms`);
    say(`NATS was away; an event crossed in ${withoutMs.toFixed(0)} ms without it, in ${withMs.toFixed(0)} ms with it`);
  }

  async function cutOff(first: ClusterNode, second: ClusterNode): Promise<void> {
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
    verdict.expect(checks.nodeSwallowed, refused.status === 503 || refused.status === 500, () => {
      return `${first.name} answers ${String(refused.status)}`;
    });
    await expectWrites(checks.nodeSwallowed, others);
    first.database.open();
    await expectWrites(checks.nodeBack, [first]);
    load.isUnsettled = false;
    say('the network between a node and the database swallowed everything for a while');

    first.nats.cut();
    const cutMs = await crossingMs(second, first);
    verdict.expect(checks.natsFollowed, cutMs < withoutNatsMs, () => `it took ${cutMs.toFixed(0)} ms`);
    first.nats.open();
    say(`the network between a node and NATS was cut; an event crossed in ${cutMs.toFixed(0)} ms`);
  }

  /** Restarts one node after the other, under the load of clients that retry. */
  async function rollingRestart(): Promise<void> {
    let going = true;
    let requests = 0;
    const clients = Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const { id, url, token } = load.sessionAt(index);
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
            load.ledger.messages.push({ sessionId: id, seq: reply.data.seq, id: reply.data.id, content });
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
};
