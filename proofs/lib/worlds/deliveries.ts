import type { Webhook } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { createSession, type OpenSession } from '@pairspace/testkit/service';
import { setTimeout as pause } from 'node:timers/promises';
import { openReceiver, receiverNames } from '../delivery-receiver.ts';
import { emptyLedger, messageWriter } from '../writers.ts';
import { until } from '../until.ts';
import type { World } from './world.ts';

const timeoutMs = 500;
const leaseMs = 3 * timeoutMs;
/** The limits are for a hang. */
const takenOverWithinMs = 60_000;
const patienceMs = 60_000;
const secret = 'the secret of this proof';
const checks = {
  arrives: 'every acknowledged message reaches every receiver of its session',
  signed: 'every delivery is signed right',
  repeated: 'a kill repeats at most one delivery of a webhook',
  kept: 'a delivery that waits keeps its time over a kill',
} as const;
const takenOver = 'while a node is away every receiver gets deliveries';

/** Two sessions with three receivers each, one fast, one slow, one that sometimes refuses (HOOK-12, HOOK-14, HOOK-25). */
export const deliveries: World = {
  nodes: 3,
  constants: { webhookTimeoutMs: timeoutMs, webhookScheduleMs: [6000, 8000, 10_000, 12_000, 14_000, 600_000] },
  async setUp({ service, verdict, databaseUrl, look }) {
    const receiver = await openReceiver(secret);
    const { arrivals, problems } = receiver;
    const ledger = emptyLedger();
    const sessions: OpenSession[] = [await createSession(service.url), await createSession(service.url)];
    const webhooks = sessions.flatMap(({ id }) => receiverNames.map((name) => `${id}/${name}`));
    for (const { id, token } of sessions) {
      for (const name of receiverNames) {
        const body = { url: `${receiver.url}/${id}/${name}`, events: ['message.created'], secret };
        await call<Webhook>(`${service.url}/api/webhooks`, { token, body });
      }
    }
    const over = new AbortController();
    const write = async (session: OpenSession, index: number): Promise<void> => {
      const writeOne = messageWriter(`${session.id}-${String(index)}`, session, ledger);
      while (!over.signal.aborted) {
        await writeOne().catch(() => undefined);
        await pause(60);
      }
    };
    const writing = Promise.all(sessions.flatMap((session) => [write(session, 0), write(session, 1)]));

    let waiting = new Map<string, number>();
    let compared = 0;
    const compareTimes = async (): Promise<void> => {
      await using inside = await look();
      const rows = await inside.rows(
        `select id, due_at, attempts from delivery where status = 'pending' and attempts > 0`,
      );
      const now = new Map(rows.map(({ id, due_at, attempts }) => [[id, attempts].join(), Number(due_at)]));
      for (const [key, dueAt] of waiting) {
        if (!now.has(key)) continue;
        compared++;
        verdict.expect(checks.kept, now.get(key) === dueAt, () => `${key}: ${String(dueAt)}, ${String(now.get(key))}`);
      }
      waiting = now;
    };
    const untilTakenOver = async (killedAt: number): Promise<void> => {
      for (const place of webhooks) {
        const hasCome = () => arrivals.some(({ webhook, at }) => webhook === place && at > killedAt + 50);
        verdict.expect(takenOver, await until(hasCome, takenOverWithinMs), () => place);
      }
    };
    /** Waits while the queue still shrinks from time to time. */
    const untilQueueEmpty = async (): Promise<void> => {
      let shortest = Infinity;
      for (let deadline = Infinity; shortest > 0 && performance.now() < deadline;) {
        const length = await service.metric('pairspace_webhook_queue');
        if (length < shortest) deadline = performance.now() + patienceMs;
        shortest = Math.min(shortest, length);
        await pause(100);
      }
    };

    let kills = 0;
    return {
      // The queues of the killed process become free when its leases expire; then all waiting deliveries go out at once.
      untilKill: () => pause(leaseMs + Math.random() * 900),
      async whileAway() {
        kills++;
        const killedAt = performance.now();
        await compareTimes();
        if (databaseUrl !== undefined) await untilTakenOver(killedAt);
      },
      hasMetAll: () => compared > 0,
      async judge() {
        over.abort();
        await writing;
        await untilQueueEmpty();
        await service.stop();
        receiver.close();
        const taken = new Set(
          arrivals.flatMap(({ webhook, seq, status }) => (status < 300 ? [`${webhook} ${String(seq)}`] : [])),
        );
        for (const { sessionId, seq } of ledger.messages) {
          for (const name of receiverNames) {
            const key = `${sessionId}/${name} ${String(seq)}`;
            verdict.expect(checks.arrives, taken.has(key), () => `${key} did not arrive`);
          }
        }
        let repeated = 0;
        for (const webhook of webhooks) {
          const keys = arrivals.filter((one) => one.webhook === webhook).map(({ key }) => key);
          const again = keys.length - new Set(keys).size;
          verdict.expect(checks.repeated, again <= kills, () => `${webhook}: ${String(again)}`);
          repeated += again;
        }
        verdict.expect(checks.signed, problems.length === 0, () => problems.join('; '));
        const did =
          `${String(ledger.messages.length)} messages acknowledged, ${String(arrivals.length)} requests received, ` +
          `${String(repeated)} of them again`;
        return { did, checks: [...Object.values(checks), ...(databaseUrl === undefined ? [] : [takenOver])] };
      },
    };
  },
};
