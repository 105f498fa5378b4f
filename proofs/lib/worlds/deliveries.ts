import type { Webhook } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { createSession, type OpenSession } from '@pairspace/testkit/service';
import { setTimeout as pause } from 'node:timers/promises';
import { behaviourNames, DeliveryReceiver } from '../delivery-receiver.ts';
import { queueChecks, QueueInspector } from '../queue-inspector.ts';
import { emptyLedger, messageWriter } from '../writers.ts';
import type { World } from './world.ts';

const leaseMs = 1500;
/** What a node that was killed held must be taken over meanwhile; the limit is for a hang. */
const takenOverWithinMs = 60_000;
const patienceMs = 30_000;
const secret = 'the secret of this proof';
const checks = {
  arrives: 'every acknowledged message reaches every receiver of its session',
  signed: 'every delivery is signed right',
} as const;
const takenOver = 'while a node is away every receiver gets deliveries';

/**
 * Two sessions with three receivers each, one fast, one slow, one that sometimes refuses: every event arrives, what comes
 * twice was under way at a kill, and the times of waiting deliveries stay. HOOK-12, HOOK-14, HOOK-25.
 */
export const deliveries: World = {
  nodes: 3,
  env: { PAIRSPACE_WEBHOOK_SCHEDULE: '6s,8s,10s,12s,14s,60s' },
  constants: { webhookTimeoutMs: 500, webhookLeaseMs: leaseMs },
  async setUp({ service, verdict, databaseUrl, look }) {
    const receiver = await DeliveryReceiver.open(secret);
    const ledger = emptyLedger();
    const inspector = new QueueInspector(look, verdict);
    const sessions: OpenSession[] = [await createSession(service.url), await createSession(service.url)];
    for (const { id, token } of sessions) {
      for (const name of behaviourNames) {
        const body = { url: `${receiver.url}/${id}/${name}`, events: ['message.created'], secret };
        await call<Webhook>(`${service.url}/api/webhooks`, { token, body });
      }
    }
    let isOver = false;
    const write = async (session: OpenSession, index: number): Promise<void> => {
      const writeOne = messageWriter(`${session.id}-${String(index)}`, session, ledger);
      while (!isOver) {
        await writeOne().catch(() => undefined);
        await pause(60);
      }
    };
    const writing = Promise.all(sessions.flatMap((session) => [write(session, 0), write(session, 1)]));

    let inspected = 0;
    const inspect = async (): Promise<void> => {
      const arrived = receiver.arrivals.slice(inspected);
      inspected += arrived.length;
      await inspector.inspect(arrived);
    };
    const places = sessions.flatMap(({ id }) => behaviourNames.map((name) => `${id}/${name}`));
    const untilTakenOver = async (killedAt: number): Promise<void> => {
      for (const place of places) {
        const hasCome = () => receiver.arrivals.some(({ webhook, at }) => webhook === place && at > killedAt + 50);
        while (!hasCome() && performance.now() < killedAt + takenOverWithinMs) await pause(20);
        verdict.expect(takenOver, hasCome(), () => place);
      }
    };
    /** Waits while the queue still shrinks from time to time. */
    const untilQueueEmpty = async (): Promise<void> => {
      let shortest = Infinity;
      for (let deadline = Infinity; shortest > 0 && performance.now() < deadline; await pause(100)) {
        const waiting = await service.metric('pairspace_webhook_queue');
        if (waiting < shortest) deadline = performance.now() + patienceMs;
        shortest = Math.min(shortest, waiting);
      }
    };

    return {
      // The queues of the killed process become free when its leases expire; then all waiting deliveries go out at once.
      untilKill: () => pause(leaseMs + Math.random() * 900),
      async whileAway() {
        const killedAt = performance.now();
        // Deliveries that the kill interrupted in the receiver.
        await pause(50);
        await inspect();
        if (databaseUrl !== undefined) await untilTakenOver(killedAt);
      },
      hasMetAll: () => inspector.compared > 0 && inspector.underWay > 0,
      async judge() {
        isOver = true;
        await writing;
        await untilQueueEmpty();
        await service.stop();
        await inspect();
        receiver[Symbol.dispose]();
        const succeeded = receiver.arrivals.filter((arrival) => arrival.succeeded);
        const arrivedAt = new Set(succeeded.map(({ webhook, seq }) => `${webhook} ${String(seq)}`));
        for (const { sessionId, seq } of ledger.messages) {
          for (const name of behaviourNames) {
            const key = `${sessionId}/${name} ${String(seq)}`;
            verdict.expect(checks.arrives, arrivedAt.has(key), () => `${key} did not arrive`);
          }
        }
        verdict.expect(checks.signed, receiver.problems.length === 0, () => receiver.problems.join('; '));
        const did =
          `${String(ledger.messages.length)} messages acknowledged, ${String(receiver.arrivals.length)} requests received, ` +
          `${String(inspector.underWay)} under way at kills, ${String(inspector.duplicates)} of them came again`;
        const ofNodes = databaseUrl === undefined ? [] : [takenOver];
        return { did, checks: [...queueChecks, ...Object.values(checks), ...ofNodes] };
      },
    };
  },
};
