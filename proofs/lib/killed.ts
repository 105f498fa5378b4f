import type { RunningServer } from '@pairspace/testkit/process';
import { type ClusterOptions, startNodes, startRestartable } from './cluster.ts';

/** A service with one process, or with several behind a balancer, of which one at a time is killed. */
export interface KillableService extends AsyncDisposable {
  url: string;
  /** The running processes. */
  running: () => RunningServer[];
  /** The process to kill in this round. */
  inTurn: (round?: number) => RunningServer;
  /** Kills the process of this round; resolves when it has ended. */
  kill: (round?: number) => Promise<void>;
  /** Starts the killed process again. */
  start: () => Promise<void>;
  /** A metric of the process that was started last, or a metric that all share. */
  metric: (name: string) => Promise<number>;
  /** Stops all processes like an operator. */
  stop: () => Promise<void>;
}

interface KillableOptions extends ClusterOptions {
  /** Null: on the embedded database, as one process. */
  servers: { databaseUrl: string; natsUrl: string } | null;
}

export const startKillable = async ({ servers, ...options }: KillableOptions): Promise<KillableService> => {
  const cluster = servers && (await startNodes({ ...options, ...servers }));
  const nodes = cluster?.nodes ?? [await startRestartable(options)];
  let current = 0;
  const node = () => {
    const one = nodes[current];
    if (!one) throw new Error('There is no such node.');
    return one;
  };
  const stop = async (): Promise<void> => (cluster ?? node().process())[Symbol.asyncDispose]();
  const service: KillableService = {
    url: cluster?.url ?? node().url,
    running: () => nodes.map(({ process }) => process()),
    inTurn(round = 0) {
      current = round % nodes.length;
      return node().process();
    },
    async kill(round) {
      const process = service.inTurn(round);
      process.kill('SIGKILL');
      await process.exited;
    },
    start: () => node().start(),
    async metric(name) {
      const metrics = await (await fetch(`${node().url}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
  return service;
};
