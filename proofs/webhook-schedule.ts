import type { DeliveryState, Webhook } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, startService } from '@pairspace/testkit/service';
import { testServers } from '@pairspace/testkit/test-servers';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { readProofOptions } from './lib/options.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * The schedule of attempts in real time, a thousand times faster: a minute is 60 ms, a day 86 s. Some receivers fail
 * the first attempts, one always fails. HOOK-14. Takes a minute and a half. On PostgreSQL and NATS with
 * PAIRSPACE_TEST_DATABASE_URL and PAIRSPACE_TEST_NATS_URL.
 *
 *   node --conditions=pairspace-source proofs/webhook-schedule.ts [--server FILE] [--folder FOLDER]
 */
const { server, folder } = readProofOptions();
const offsetsMs = [60, 300, 1800, 7200, 21_600, 86_400];
const attemptsInAll = offsetsMs.length + 1;
/** The permitted delay of a busy machine. */
const lateMs = 3000;
const onTime = 'an attempt comes at its time, a tenth either way';
const arrives = 'what was down gets it at the first attempt after';
const givenUp = 'what is always down is tried seven times and given up once';

const attemptedAt = new Map<number, number[]>();
const receiver = createServer((request, response) => {
  const failures = Number(request.url?.slice(1));
  const times = attemptedAt.get(failures) ?? [];
  attemptedAt.set(failures, [...times, Date.now()]);
  request.resume().on('end', () => response.writeHead(times.length < failures ? 500 : 200).end());
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const { port } = receiver.address() as AddressInfo;

await using scratch = await scratchFolder(folder);
await using servers = (await testServers()) ?? null;
await using service = await startService({
  folder: scratch.path,
  file: server,
  // The queue is read more often, as the schedule is faster.
  constants: { webhookPollMs: 100 },
  env: {
    ...(servers && { DATABASE_URL: servers.databaseUrl, NATS_URL: servers.natsUrl }),
    PAIRSPACE_WEBHOOK_SCHEDULE: offsetsMs.map((offset) => `${String(offset)}ms`).join(','),
  },
});
const session = await createSession(service.url);
const { token } = session;
const webhooks = new Map<number, string>();
for (let failures = 0; failures <= attemptsInAll; failures++) {
  const body = { url: `http://127.0.0.1:${String(port)}/${String(failures)}`, events: ['message.created'] };
  webhooks.set(failures, (await call<Webhook>(`${service.url}/api/webhooks`, { token, body })).id);
}
await call(`${session.url}/messages`, { token, body: { content: 'through every window' } });

const stateOf = async (id: string) => {
  const path = `${service.url}/api/webhooks/${id}`;
  const { items } = await call<{ items: DeliveryState[] }>(`${path}/deliveries`, { token });
  return { delivery: items[0], webhook: await call<Webhook>(path, { token }) };
};
const deadline = performance.now() + 1.1 * (offsetsMs.at(-1) ?? 0) + 5000;
while (performance.now() < deadline) {
  const states = await Promise.all([...webhooks.values()].map(stateOf));
  if (states.every(({ delivery }) => delivery !== undefined && delivery.status !== 'pending')) break;
  await pause(500);
}

const verdict = new Verdict();
for (const [failures, id] of webhooks) {
  const { delivery, webhook } = await stateOf(id);
  const [, ...later] = attemptedAt.get(failures) ?? [];
  // The first attempt begins as soon as it is queued. Its arrival time depends on the machine.
  const first = Date.parse(delivery?.createdAt ?? '');
  for (const [i, at] of later.entries()) {
    const offset = offsetsMs[i] ?? 0;
    const after = at - first;
    verdict.expect(
      onTime,
      after >= 0.9 * offset - 1 && after <= 1.1 * offset + lateMs,
      () => `attempt ${String(i + 2)} came ${after.toFixed(0)} ms after the first, not ${String(offset)} ms`,
    );
  }
  const found = () => JSON.stringify({ failures, attempts: later.length + 1, delivery, webhook });
  if (failures < attemptsInAll) {
    const isThere = delivery?.status === 'delivered' && delivery.attempts === failures + 1;
    verdict.expect(arrives, isThere && later.length === failures && webhook.failedDeliveries === 0, found);
  } else {
    const isOver = delivery?.status === 'failed' && delivery.attempts === attemptsInAll;
    verdict.expect(givenUp, isOver && later.length === failures - 1 && webhook.failedDeliveries === 1, found);
  }
}
receiver.close();
receiver.closeAllConnections();
verdict.publish([onTime, arrives, givenUp]);
