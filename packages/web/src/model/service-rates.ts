import type { Overview } from './operator.ts';
import { type MetricValues, sumOf } from './read-metrics.ts';

/** The activity between two moments, per second. */
export interface Rates {
  requests: number;
  refused: number;
  failed: number;
  /** Processors that were busy. */
  processors: number;
}

const statusIn =
  (from: number, to: number) =>
  ({ status = '' }: Readonly<Record<string, string>>): boolean =>
    Number(status) >= from && Number(status) < to;

const counted = (values: MetricValues) => ({
  requests: sumOf(values, 'pairspace_http_request_seconds_count') ?? 0,
  refused: sumOf(values, 'pairspace_http_request_seconds_count', statusIn(429, 430)) ?? 0,
  failed: sumOf(values, 'pairspace_http_request_seconds_count', statusIn(500, 600)) ?? 0,
  processors: sumOf(values, 'process_cpu_seconds_total') ?? 0,
});

/** The rates between two moments; undefined if the service was restarted between them, or another node answered. */
export const ratesBetween = (before: Overview, after: Overview): Rates | undefined => {
  if (!before.metrics || !after.metrics) return undefined;
  const started = [before, after].map(({ metrics }) => metrics && sumOf(metrics, 'process_start_time_seconds'));
  const seconds = (after.atMs - before.atMs) / 1000;
  if (started[0] !== started[1] || seconds <= 0) return undefined;
  const [old, now] = [counted(before.metrics), counted(after.metrics)];
  const rate = (name: keyof Rates): number => Math.max(0, now[name] - old[name]) / seconds;
  return {
    requests: rate('requests'),
    refused: rate('refused'),
    failed: rate('failed'),
    processors: rate('processors'),
  };
};
