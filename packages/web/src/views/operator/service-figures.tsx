import type { Overview } from '../../model/operator.ts';
import { byLabel, type MetricValues, sumOf } from '../../model/read-metrics.ts';
import { type Rates, ratesBetween } from '../../model/service-rates.ts';
import { bytes, count, duration, plural } from '../../lib/format.ts';

const width = 120;
const height = 28;

/** A line chart of a number over time. `values` are oldest first, and the vertical axis begins at 0. */
const Trend = ({ values, label }: { values: readonly number[]; label: string }) => {
  const most = Math.max(...values, 1e-9);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)},${(height - 1 - ((height - 2) * value) / most).toFixed(1)}`,
  );
  return (
    <svg
      class="trend"
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.length > 1 && <polyline points={points.join(' ')} />}
    </svg>
  );
};

interface TileProps {
  name: string;
  text: string;
  values: readonly number[];
}

const Tile = ({ name, text, values }: TileProps) => (
  <div class="tile sheet">
    <span class="small dim">{name}</span>
    <b class="num">{text}</b>
    <Trend values={values} label={`${name} in the last minutes`} />
  </div>
);

const numbersIn = (history: readonly Overview[], name: string): number[] =>
  history.flatMap(({ metrics }) => (metrics ? [sumOf(metrics, name) ?? 0] : []));

const Tiles = ({ history, metrics }: FiguresProps) => {
  const rates = history.slice(1).flatMap((after, index) => {
    const before = history[index];
    return (before && ratesBetween(before, after)) ?? [];
  });
  const now = rates.at(-1);
  const rate = (name: keyof Rates): TileProps['values'] => rates.map((one) => one[name]);
  const said = (value: number | undefined, say: (value: number) => string): string =>
    value === undefined ? '–' : say(value);
  const value = (name: string): number => sumOf(metrics, name) ?? 0;
  return (
    <div class="tiles">
      <Tile name="Requests a second" text={said(now?.requests, count)} values={rate('requests')} />
      <Tile name="Refused a second" text={said(now?.refused, count)} values={rate('refused')} />
      <Tile name="Failed a second" text={said(now?.failed, count)} values={rate('failed')} />
      <Tile name="Processors busy" text={said(now?.processors, count)} values={rate('processors')} />
      <Tile
        name="Memory"
        text={bytes(value('process_resident_memory_bytes'))}
        values={numbersIn(history, 'process_resident_memory_bytes')}
      />
      <Tile
        name="Live streams"
        text={count(value('pairspace_streams'))}
        values={numbersIn(history, 'pairspace_streams')}
      />
    </div>
  );
};

type Fact = readonly [name: string, text: string | undefined];

const Facts = ({ title, facts }: { title: string; facts: readonly Fact[] }) => {
  const told = facts.filter(([, text]) => text !== undefined);
  if (told.length === 0) return null;
  return (
    <section class="figures">
      <h2 class="label">{title}</h2>
      {told.map(([name, text]) => (
        <p class="row" key={name}>
          <span>{name}</span>
          <b class="num">{text}</b>
        </p>
      ))}
    </section>
  );
};

const whenThere = (value: number | undefined, say: (value: number) => string): string | undefined =>
  value === undefined ? undefined : say(value);

const seconds = (value: number): string => (value === 0 ? 'none' : duration(value * 1000));

const queuesIn = (metrics: MetricValues): Fact[] => [
  ['Jobs that wait', whenThere(sumOf(metrics, 'pairspace_jobs_pending') ?? 0, count)],
  ['Jobs that run here', whenThere(sumOf(metrics, 'pairspace_jobs_running'), count)],
  [
    'The job that waits longest',
    whenThere(byLabel(metrics, 'pairspace_jobs_pending_age_seconds', 'runtime')[0]?.[1], seconds),
  ],
  ['Deliveries that wait', whenThere(sumOf(metrics, 'pairspace_webhook_queue'), count)],
  ['Deliveries under way', whenThere(sumOf(metrics, 'pairspace_webhook_under_way'), count)],
  ['The oldest delivery is due for', whenThere(sumOf(metrics, 'pairspace_webhook_oldest_due_seconds'), seconds)],
];

const storageIn = (metrics: MetricValues): Fact[] => {
  const commits = sumOf(metrics, 'pairspace_commit_transactions_count') ?? 0;
  const transactions = sumOf(metrics, 'pairspace_commit_transactions_sum') ?? 0;
  const limit = sumOf(metrics, 'pairspace_storage_limit_bytes');
  return [
    ['Stored', whenThere(sumOf(metrics, 'pairspace_storage_bytes'), bytes)],
    ['It may store', whenThere(limit, bytes)],
    ['Writes that shared a commit', commits === 0 ? 'none' : count(transactions / commits)],
    ['Transactions run anew', whenThere(sumOf(metrics, 'pairspace_transaction_retries'), count)],
  ];
};

const processIn = (metrics: MetricValues): Fact[] => {
  const startedAt = sumOf(metrics, 'process_start_time_seconds');
  return [
    ['Runs for', whenThere(startedAt, (at) => duration(Date.now() - at * 1000))],
    ['Longest waits for a turn (p99)', whenThere(sumOf(metrics, 'nodejs_eventloop_lag_p99_seconds'), seconds)],
    ['Open files and connections', whenThere(sumOf(metrics, 'process_open_fds'), count)],
    ['Memory of the sandbox', whenThere(sumOf(metrics, 'pairspace_sandbox_memory_mb'), (mb) => bytes(mb * 2 ** 20))],
    [
      'Connected to the other nodes',
      whenThere(sumOf(metrics, 'pairspace_nats_connected'), (is) => (is > 0 ? 'yes' : 'no')),
    ],
    ['Signals lost between nodes', whenThere(sumOf(metrics, 'pairspace_nats_dropped'), count)],
  ];
};

interface FiguresProps {
  history: readonly Overview[];
  metrics: MetricValues;
}

/** The metrics of the node that answers this page. */
export const ServiceFigures = ({ history, metrics }: FiguresProps) => {
  const refusals = byLabel(metrics, 'pairspace_refusals_total', 'reason');
  const attempts = byLabel(metrics, 'pairspace_webhook_attempts_total', 'outcome');
  return (
    <>
      <Tiles history={history} metrics={metrics} />
      <div class="figure-columns">
        <Facts title="Queues" facts={queuesIn(metrics)} />
        <Facts title="Storage" facts={storageIn(metrics)} />
        <Facts title="This node" facts={processIn(metrics)} />
        <Facts
          title="Refused since its start"
          facts={
            refusals.length === 0
              ? [['Requests', 'none']]
              : refusals.slice(0, 12).map(([reason, times]) => [reason, plural(times, 'time')] as const)
          }
        />
        <Facts
          title="Attempts to deliver"
          facts={attempts.map(([outcome, times]) => [outcome, count(times)] as const)}
        />
      </div>
    </>
  );
};
