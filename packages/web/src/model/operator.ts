import type { Session } from '@pairspace/protocol';
import { keptText } from './kept-text.ts';
import { baseUrl, stranger } from './service.ts';
import { type MetricValues, readMetrics } from './read-metrics.ts';

/** The operator's token in this tab. */
export const { get: operatorToken, keep: keepOperatorToken } = keptText('pairspace.operator');

/** The service as its operator sees it at one moment. */
export interface Overview {
  atMs: number;
  sessions: readonly Session[];
  hasMore: boolean;
  /** Undefined where the metrics are not served to this address. */
  metrics: MetricValues | undefined;
}

const mostSessions = 50;

const fetchMetrics = async (signal: AbortSignal): Promise<MetricValues | undefined> => {
  const response = await fetch(`${baseUrl}/metrics`, { signal, cache: 'no-store', redirect: 'error' });
  return response.ok ? readMetrics(await response.text()) : undefined;
};

/** Reads the overview. Throws when the sessions cannot be read, for example with a token that is not the operator's. */
export const readOverview = async (token: string, signal: AbortSignal): Promise<Overview> => {
  const [{ items, nextCursor }, metrics] = await Promise.all([
    stranger.withToken(token).listSessions({ scope: 'all', limit: mostSessions }, { signal }),
    fetchMetrics(signal).catch(() => undefined),
  ]);
  return { atMs: performance.now(), sessions: items, hasMore: nextCursor !== null, metrics };
};
