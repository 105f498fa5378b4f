import type { Logger } from 'pino';
import type { Bus } from '../events/bus.ts';
import type { NatsTransport } from '../events/nats-transport.ts';
import type { StreamHooks } from '../http/transport/event-stream.ts';
import type { Metrics } from '../http/transport/metrics.ts';
import { pollIntervalOf } from './poll-interval.ts';
import { WatcherCounts } from './watcher-counts.ts';
import type { Storage } from '../storage/storage.ts';

interface NodesOptions {
  databaseUrl: string | undefined;
  natsUrl: string | undefined;
  storage: Storage;
  bus: Bus;
  now: () => number;
  /** The number of followers of a session on this node. */
  watchersHere: (sessionId: string) => number;
  metrics: Metrics;
  log: Logger;
}

/** The present node among the nodes of its database, or alone on the embedded database. */
export interface Nodes extends AsyncDisposable {
  /** Publishes that this node is alive, and the number of followers of each session on it. */
  writeWatcherCounts: () => Promise<void>;
  /** The pause of this node before a round of work that any node may do. */
  pollInterval: (pauseMs: number) => number;
  /** Whether the present node is alone, as far as it knows. */
  isOnly: () => boolean;
  /** The number of followers of a session on all nodes. */
  watchers: (sessionId: string) => Promise<number>;
  /** The functions that the streams of this node call to take other nodes into account. */
  streamHooks: StreamHooks;
  /** The conditions for the probe of readiness. */
  conditions: () => Record<string, string>;
}

/** Joins this node to the other nodes. The NATS client is loaded only if it is used. */
export const joinNodes = async ({
  databaseUrl,
  natsUrl,
  storage,
  now,
  watchersHere,
  ...outside
}: NodesOptions): Promise<Nodes> => {
  const transport = natsUrl === undefined ? undefined : await openTransport(natsUrl, outside);
  // The embedded database has one node: nobody follows a session elsewhere.
  const counts = databaseUrl === undefined ? undefined : new WatcherCounts({ storage, now, watchersHere });
  return {
    writeWatcherCounts: async () => counts?.write(),
    pollInterval: (pauseMs) => pollIntervalOf(counts?.nodes ?? 1, pauseMs),
    isOnly: () => (counts?.nodes ?? 1) <= 1,
    watchers: async (sessionId) => (await counts?.count(sessionId)) ?? watchersHere(sessionId),
    streamHooks: {
      onChange: (sessionId) => {
        counts?.touch(sessionId);
      },
      ...(counts || transport
        ? {
            openOnOtherNodes: async (sessionId) => (await counts?.onOtherNodes(sessionId)) ?? 0,
            beforeOpen: async (sessionId) => {
              await Promise.all([transport?.reach(sessionId), counts?.write().catch(() => undefined)]);
            },
          }
        : {}),
    },
    conditions: () => (transport ? { nats: transport.isConnected ? 'connected' : 'away' } : {}),
    async [Symbol.asyncDispose]() {
      await counts?.forget().catch(() => undefined);
      await transport?.[Symbol.asyncDispose]();
    },
  };
};

const openTransport = async (
  url: string,
  { bus, metrics, log }: Pick<NodesOptions, 'bus' | 'metrics' | 'log'>,
): Promise<NatsTransport> => {
  const { NatsTransport } = await import('../events/nats-transport.ts');
  const transport = new NatsTransport({
    url,
    bus,
    onChange: (isConnected, why) => {
      log[isConnected ? 'info' : 'warn'](why);
    },
  });
  metrics.gauge('pairspace_nats_connected', '1 while NATS is there, 0 while it is away', () =>
    Number(transport.isConnected),
  );
  metrics.gauge(
    'pairspace_nats_interests',
    'Sessions that are followed here, and calls that are heard',
    () => transport.interests,
  );
  metrics.gauge(
    'pairspace_nats_received',
    'Words that came from other nodes, since the start',
    () => transport.received,
  );
  metrics.gauge('pairspace_nats_dropped', 'Words lost while NATS was away, since the start', () => transport.dropped);
  return transport;
};
