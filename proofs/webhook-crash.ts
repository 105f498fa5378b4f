import type { Webhook } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { lookInside } from '@pairspace/testkit/look-inside';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession } from '@pairspace/testkit/service';
import { quantile } from '@pairspace/testkit/statistics';
import { testServers } from '@pairspace/testkit/test-servers';
import { setTimeout as pause } from 'node:timers/promises';
import { behaviourNames, DeliveryReceiver } from './lib/delivery-receiver.ts';
import { startKillable } from './lib/killed.ts';
import { isKillDue } from './lib/is-kill-due.ts';
import { emptyLedger } from './lib/ledger.ts';
import { readProofOptions } from './lib/options.ts';
import { queueChecks, QueueInspector } from './lib/queue-inspector.ts';
import { Verdict } from './lib/verdict.ts';
import { messageWriter, type Writer, writeUntilGone } from './lib/writers.ts';

/**
 * The crash proof of webhooks: two sessions with three receivers each, one fast, one slow, one that sometimes refuses,
 * on a service that is killed repeatedly while it delivers. Every acknowledged event must arrive; duplicates must have
 * been under way at a kill; and the times of waiting deliveries must not change. HOOK-12, HOOK-14 and HOOK-25. With
 * PAIRSPACE_TEST_DATABASE_URL and PAIRSPACE_TEST_NATS_URL the service is three nodes behind a balancer, and each kill
 * hits one of them: the others must take over its queues soon after its leases expire.
 *
 *   node --conditions=pairspace-source proofs/webhook-crash.ts [--rounds 50] [--server FILE] [--folder FOLDER]
 */
const { rounds, server, folder } = readProofOptions({ rounds: 50 });
const arrives = 'every acknowledged message reaches every receiver of its session';
const signed = 'every delivery is signed right';
const takenOver = 'what a node that was killed held is taken over within lease + 2 s';
const takeOvers: number[] = [];
const leaseMs = 1500;
const secret = 'the secret of this proof';

await using scratch = await scratchFolder(folder);
using receiver = await DeliveryReceiver.open(secret);
await using servers = (await testServers()) ?? null;
const verdict = new Verdict();
const ledger = emptyLedger();
const look = () => lookInside({ folder: scratch.path, databaseUrl: servers?.databaseUrl }, { readOnly: true });
const inspector = new QueueInspector(look, verdict);

const begin = performance.now();
await using service = await startKillable({
  size: servers ? 3 : 1,
  file: server,
  folder: scratch.path,
  env: { PAIRSPACE_WEBHOOK_SCHEDULE: '6s,8s,10s,12s,14s,60s' },
  constants: { webhookTimeoutMs: 500, webhookLeaseMs: leaseMs },
  servers,
});
const sessions: OpenSession[] = [await createSession(service.url), await createSession(service.url)];
for (const { id, token } of sessions) {
  for (const name of behaviourNames) {
    const body = { url: `${receiver.url}/${id}/${name}`, events: ['message.created'], secret };
    await call<Webhook>(`${service.url}/api/webhooks`, { token, body });
  }
}
const writers = sessions.flatMap((session) =>
  [0, 1].map((index) => {
    const write = messageWriter(`${session.id}-${String(index)}`, session, ledger);
    return async () => {
      await write();
      await pause(60);
    };
  }),
);

let inspected = 0;
const inspect = async (): Promise<void> => {
  const arrived = receiver.arrivals.slice(inspected);
  inspected += arrived.length;
  await inspector.inspect(arrived);
};
let kills = 0;
while (isKillDue(kills, rounds, inspector.compared > 0 && inspector.underWay > 0)) {
  kills++;
  let going = true;
  const unlessOver = (writer: Writer) => async () => {
    if (!going) throw new Error('the round is over');
    await writer();
  };
  const writing = Promise.all(
    writers.map(async (writer) => {
      do await writeUntilGone(unlessOver(writer), ledger);
      while (servers && going);
    }),
  );
  // The queues of the killed process become free when its leases expire; then all waiting deliveries go out at once.
  await pause(leaseMs + Math.random() * 900);
  await service.kill(kills);
  const killedAt = performance.now();
  if (!servers) await writing;
  // Deliveries that the kill interrupted in the receiver.
  await pause(50);
  await inspect();
  if (servers) await untilTakenOver(killedAt);
  going = false;
  await service.start();
  if (servers) await writing;
}

await untilQueueEmpty(30_000);
const retries = await service.metric('pairspace_transaction_retries');
await service.stop();
await inspect();

const arrivedAt = new Set(
  receiver.arrivals.filter(({ succeeded }) => succeeded).map(({ webhook, seq }) => `${webhook} ${String(seq)}`),
);
for (const { sessionId, seq } of ledger.messages) {
  for (const name of behaviourNames) {
    const key = `${sessionId}/${name} ${String(seq)}`;
    verdict.expect(arrives, arrivedAt.has(key), () => `${key} did not arrive`);
  }
}
verdict.expect(signed, receiver.arrivals.length > 0 && receiver.problems.length === 0, () =>
  receiver.problems.join('; '),
);

const seconds = ((performance.now() - begin) / 1000).toFixed(0);
console.log(
  `${String(kills)} kills in ${seconds} s; ${String(ledger.messages.length)} messages acknowledged, ` +
    `${String(receiver.arrivals.length)} requests received, ${String(inspector.underWay)} under way at kills, ` +
    `${String(inspector.duplicates)} of them came again; ${String(retries)} transactions run anew by the last processes` +
    (takeOvers.length > 0 ? `; taken over after ${quantile(takeOvers, 0.5).toFixed(0)} ms (p50)` : ''),
);
verdict.publish([...queueChecks, arrives, signed, ...(servers ? [takenOver] : [])]);

/** Expects that every receiver gets a delivery soon after the leases of a killed process expire. */
async function untilTakenOver(killedAt: number): Promise<void> {
  const deadline = killedAt + leaseMs + 2000;
  for (const { id } of sessions) {
    for (const name of behaviourNames) {
      const webhook = `${id}/${name}`;
      const next = () => receiver.arrivals.find((arrival) => arrival.webhook === webhook && arrival.at > killedAt + 50);
      while (!next() && performance.now() < deadline + 100) await pause(5);
      const afterMs = (next()?.at ?? Infinity) - killedAt;
      verdict.expect(takenOver, afterMs < deadline - killedAt, () => `${webhook} after ${afterMs.toFixed(0)} ms`);
      if (afterMs > leaseMs / 2) takeOvers.push(afterMs);
    }
  }
}

/** Waits while the queue still shrinks from time to time. */
async function untilQueueEmpty(patienceMs: number): Promise<void> {
  let shortest = Infinity;
  let deadline = performance.now() + patienceMs;
  while (shortest > 0 && performance.now() < deadline) {
    const waiting = await service.metric('pairspace_webhook_queue');
    if (waiting < shortest) deadline = performance.now() + patienceMs;
    shortest = Math.min(shortest, waiting);
    await pause(100);
  }
}
