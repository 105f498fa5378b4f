import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics at `/metrics`. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Histogram({
    name: 'pairspace_http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [this.registry],
  });
  readonly #commits = new Histogram({
    name: 'pairspace_commit_transactions',
    help: 'Transactions that shared one commit',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  countCommit(transactions: number): void {
    this.#commits.observe(transactions);
  }

  /** A value that is read when the metrics are requested. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await unlessAway(read, NaN));
      },
    });
  }

  /** Values by one label, read when the metrics are requested. */
  gauges(name: string, help: string, label: string, read: () => Promise<readonly [string, number][]>): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        const values = await unlessAway(read, []);
        this.reset();
        for (const [which, value] of values) this.set({ [label]: which }, value);
      },
    });
  }

  /** A counter with one label. */
  counter<Which extends string = string>(name: string, help: string, label = 'outcome'): (which: Which) => void {
    const counter = new Counter({ name, help, labelNames: [label], registers: [this.registry] });
    return (which) => {
      counter.inc({ [label]: which });
    };
  }

  /** Measures every request of `app`. */
  time(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none';
      this.#requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      done();
    });
  }
}

/** Without the database, values that come from it are missing, and all others are shown. */
const unlessAway = async <T>(read: () => T | Promise<T>, missing: T): Promise<T> => {
  try {
    return await read();
  } catch {
    return missing;
  }
};
