import { freePort, type RunningServer } from '@pairspace/testkit/process';
import { type Constants, startService } from '@pairspace/testkit/service';
import { startNodes } from './cluster.ts';

/** A service with one process, or with several behind a balancer, of which one at a time is killed. */
export interface KillableService extends AsyncDisposable {
  url: string;
  /** The running processes. */
  running: () => RunningServer[];
  /** The process to kill in this round. */
  inTurn: (round: number) => RunningServer;
  /** Kills the process of this round; resolves when it has ended. */
  kill: (round: number) => Promise<void>;
  /** Starts the killed process again. */
  start: () => Promise<void>;
  /** A metric of the process that was started last, or a metric that all share. */
  metric: (name: string) => Promise<number>;
  /** Stops all processes like an operator. */
  stop: () => Promise<void>;
}

interface KillableOptions {
  size: number;
  file: string;
  folder: string;
  env?: Readonly<Record<string, string>>;
  constants: Constants;
  limits?: Readonly<Record<string, number>>;
  output?: number;
  /** Null: on the embedded database. */
  servers: { databaseUrl: string; natsUrl: string } | null;
}

export const startKillable = async ({ servers, ...options }: KillableOptions): Promise<KillableService> => {
  const { url, nodes, stop } = servers ? await several({ ...options, ...servers }) : await alone(options);
  let current = 0;
  const nodeInTurn = (): Node => {
    const node = nodes[current];
    if (!node) throw new Error('There is no such node.');
    return node;
  };
  return {
    url,
    running: () => nodes.map((node) => node.process()),
    inTurn(round) {
      current = round % nodes.length;
      return nodeInTurn().process();
    },
    async kill(round) {
      current = round % nodes.length;
      nodeInTurn().process().kill('SIGKILL');
      await nodeInTurn().process().exited;
    },
    start: () => nodeInTurn().start(),
    async metric(name) {
      const metrics = await (await fetch(`${nodeInTurn().url}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
};

interface Node {
  url: string;
  process: () => RunningServer;
  start: () => Promise<void>;
}

interface Processes {
  url: string;
  nodes: readonly Node[];
  stop: () => Promise<void>;
}

const alone = async (options: Omit<KillableOptions, 'servers'>): Promise<Processes> => {
  const port = await freePort();
  const start = (): Promise<RunningServer> => startService({ ...options, port });
  let running = await start();
  const node = {
    url: running.url,
    process: () => running,
    async start() {
      running = await start();
    },
  };
  return { url: running.url, nodes: [node], stop: async () => running[Symbol.asyncDispose]() };
};

const several = async (options: Parameters<typeof startNodes>[0]): Promise<Processes> => {
  const started = await startNodes(options);
  return { ...started, stop: async () => started[Symbol.asyncDispose]() };
};
