import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { moveContents } from './contents/move-contents.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import { forgetOldTallies } from './http/shared-limit.ts';
import { watchUnread } from './inbox/mark-unread.ts';
import { Repeat } from './lib/repeat.ts';
import { watchPresence } from './presence/watch.ts';
import { sweepDeleted } from './sessions/delete-session.ts';
import { pauseSession } from './sessions/pause-session.ts';
import { listQuietSessions, markStalled } from './sessions/mark-stalled.ts';
import { SessionRetention } from './sessions/retention.ts';
import type { Capacity, Storage, Transaction } from './storage/storage.ts';
import { sweepDeletedWebhooks } from './webhooks/delete-webhook.ts';
import { forgetOldDeliveries } from './webhooks/forget-deliveries.ts';

const sweepPauseMs = 1000;
/** Only an earlier version of the service writes what has to move. */
const movePauseMs = 60_000;

interface BackgroundJobsOptions extends Pick<
  Config,
  | 'presenceTimeoutMs'
  | 'stallTimeoutMs'
  | 'unreadAfterMs'
  | 'watchPauseMs'
  | 'webhookKeepMs'
  | 'storageBytes'
  | 'retainMs'
  | 'abandonedMs'
> {
  storage: Storage;
  capacity: Capacity;
  /** Says that this node is alive. */
  writeWatcherCounts: () => Promise<void>;
  now: () => number;
  /** How long to wait before a round that any node may make. */
  among: (pauseMs: number) => number;
  log: Pick<Logger, 'error'>;
  closing: AbortSignal;
}

/** What is looked at again and again: who is gone, what can be forgotten. */
export const startBackgroundJobs = ({
  storage,
  capacity,
  writeWatcherCounts,
  among,
  log,
  closing,
  ...settings
}: BackgroundJobsOptions): AsyncDisposable => {
  const repeat = (task: () => Promise<unknown>, what: string, pauseMs: () => number): Repeat =>
    new Repeat(task, {
      pauseMs,
      onError: (err) => {
        log.error({ err }, `${what} failed`);
      },
    });
  /** Removes a few rows in each transaction, until there are no more. */
  const sweep = (work: (tx: Transaction) => Promise<number | boolean>): Repeat =>
    repeat(
      async () => {
        while ((await storage.write(work, { concurrent: true })) && !closing.aborted);
      },
      'a sweep',
      () => among(sweepPauseMs),
    );
  const { storageBytes, retainMs, abandonedMs, unreadAfterMs } = settings;
  const retention = new SessionRetention({ ...settings, storage });
  const loops = [
    repeat(
      async () => {
        while ((await storage.compact()) && !closing.aborted);
      },
      'giving room back to the disk',
      () => sweepPauseMs,
    ),
    ...(storageBytes === undefined
      ? []
      : [
          repeat(
            async () => {
              capacity.isFull = (await storage.usedBytes()) >= storageBytes;
            },
            'measuring the database',
            () => sweepPauseMs,
          ),
        ]),
    ...(retainMs === undefined && abandonedMs === undefined
      ? []
      : [
          repeat(
            () => retention.step(),
            'a step of the retention',
            () => among(sweepPauseMs),
          ),
        ]),
    sweep(sweepDeleted),
    sweep(forgetOldKeys),
    sweep(sweepDeletedWebhooks),
    sweep((tx) => forgetOldDeliveries(tx, settings.webhookKeepMs)),
    sweep(forgetOldTallies),
    repeat(
      async () => {
        while ((await moveContents(storage)) && !closing.aborted);
      },
      'moving contents',
      () => among(movePauseMs),
    ),
    repeat(writeWatcherCounts, 'telling other nodes who watches', () => sweepPauseMs),
    repeat(
      () => watchPresence({ ...settings, storage, pauseSession, listQuietSessions, markStalled, closing }),
      'a round of the presence watch',
      () => among(settings.watchPauseMs),
    ),
    ...(unreadAfterMs === undefined
      ? []
      : [
          repeat(
            () => watchUnread({ storage, now: settings.now, unreadAfterMs, closing }),
            'a round of the watch for unread messages',
            () => among(settings.watchPauseMs),
          ),
        ]),
  ];
  return {
    async [Symbol.asyncDispose]() {
      for (const loop of loops) await loop[Symbol.asyncDispose]();
    },
  };
};
