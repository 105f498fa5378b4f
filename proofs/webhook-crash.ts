import type { Webhook } from '@pairspace/protocol';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { call } from '../bench/lib/call.ts';
import { scratchFolder } from '../bench/lib/options.ts';
import { freePort } from '../bench/lib/process.ts';
import { createSession, type OpenSession, startService } from '../bench/lib/service.ts';
import { behaviourNames, DeliveryReceiver } from './lib/delivery-receiver.ts';
import { emptyLedger } from './lib/ledger.ts';
import { readProofOptions } from './lib/options.ts';
import { queueChecks, QueueInspector } from './lib/queue-inspector.ts';
import { Verdict } from './lib/verdict.ts';
import { messageWriter, writeUntilGone } from './lib/writers.ts';

/**
 * The crash proof of webhooks: two sessions with three receivers each, one quick, one slow, one that sometimes refuses,
 * on a service that is killed again and again while it delivers. Everything that was acknowledged must arrive; what
 * comes twice must have been under way at a kill; and the times of what waits must stay as they are. HOOK-12, HOOK-14
 * and HOOK-25.
 *
 *   node --conditions=pairspace-source proofs/webhook-crash.ts [--rounds 50] [--server FILE] [--folder FOLDER]
 */
const { rounds, server, folder } = readProofOptions({ rounds: 50 });
const arrives = 'every acknowledged message reaches every receiver of its session';
const signed = 'every delivery is signed right';
const leaseMs = 1500;
const secret = 'the secret of this proof';

await using scratch = await scratchFolder(folder);
using receiver = await DeliveryReceiver.open(secret);
const port = await freePort();
const start = () =>
  startService({
    folder: scratch.path,
    file: server,
    port,
    env: {
      PAIRSPACE_WEBHOOK_SCHEDULE: '6s,8s,10s,12s,14s,60s',
      PAIRSPACE_WEBHOOK_TIMEOUT: '500ms',
      PAIRSPACE_WEBHOOK_LEASE: `${String(leaseMs)}ms`,
    },
  });
const verdict = new Verdict();
const ledger = emptyLedger();
const inspector = new QueueInspector(join(scratch.path, 'pairspace.sqlite'), verdict);

const begin = performance.now();
let service = await start();
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
const inspect = (): void => {
  inspector.inspect(receiver.arrivals.slice(inspected));
  inspected = receiver.arrivals.length;
};
for (let round = 1; round <= rounds; round++) {
  const writing = Promise.all(writers.map((writer) => writeUntilGone(writer, ledger)));
  // The queues of the process before are free when its leases are over; then all that waited goes out at once.
  await pause(leaseMs + Math.random() * 900);
  service.kill('SIGKILL');
  await service.exited;
  await writing;
  // What the kill caught on its way through the receiver.
  await pause(50);
  inspect();
  service = await start();
}

await untilQueueEmpty(30_000);
await service[Symbol.asyncDispose]();
inspect();

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
  `${String(rounds)} kills in ${seconds} s; ${String(ledger.messages.length)} messages acknowledged, ` +
    `${String(receiver.arrivals.length)} requests received, ${String(inspector.underWay)} under way at kills, ` +
    `${String(inspector.duplicates)} of them came again`,
);
verdict.publish([...queueChecks, arrives, signed]);

/** Waits for as long as the queue gets shorter now and then. */
async function untilQueueEmpty(patienceMs: number): Promise<void> {
  let shortest = Infinity;
  let deadline = performance.now() + patienceMs;
  while (shortest > 0 && performance.now() < deadline) {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    const waiting = Number(/^pairspace_webhook_queue (\d+)$/m.exec(metrics)?.[1]);
    if (waiting < shortest) deadline = performance.now() + patienceMs;
    shortest = Math.min(shortest, waiting);
    await pause(100);
  }
}
