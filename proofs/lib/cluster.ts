import { type LocalNats, startNats } from '@pairspace/testkit/local-nats';
import { type LocalPostgres, startPostgres } from '@pairspace/testkit/local-postgres';
import { freePort, type RunningServer } from '@pairspace/testkit/process';
import { type Constants, startService } from '@pairspace/testkit/service';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { TcpProxy } from './tcp-proxy.ts';

/** A process of the service, with its own proxy to each server that it needs. */
export interface ClusterNode {
  name: string;
  url: string;
  database: TcpProxy;
  nats: TcpProxy;
  process: () => RunningServer;
  /** Starts the process again after its end. */
  start: () => Promise<void>;
}

/** Several nodes on one PostgreSQL and one NATS, behind a balancer. */
interface Nodes extends AsyncDisposable {
  url: string;
  nodes: readonly ClusterNode[];
}

/** Nodes with their own servers. */
export type Cluster = Nodes & { postgres: LocalPostgres; nats: LocalNats };

export interface ClusterOptions {
  size: number;
  file: string;
  /** A folder for data, which the nodes do not need. */
  folder: string;
  env?: Readonly<Record<string, string>>;
  constants?: Constants | undefined;
  limits?: Readonly<Record<string, number>> | undefined;
  output?: number | undefined;
}

export const startCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const stack = new AsyncDisposableStack();
  const postgres = stack.use(await startPostgres());
  const nats = stack.use(await startNats());
  const servers = { databaseUrl: postgres.url, natsUrl: `nats://127.0.0.1:${String(nats.port)}` };
  const { url, nodes } = stack.use(await startNodes({ ...options, ...servers }));
  return { url, nodes, postgres, nats, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

/** A proxy before a server, and the URL of the server by way of it. */
const proxied = async (at: string): Promise<{ proxy: TcpProxy; href: string }> => {
  const url = new URL(at);
  const proxy = await TcpProxy.before(Number(url.port));
  url.port = String(proxy.port);
  return { proxy, href: url.href };
};

/** Nodes on servers that are there. */
const startNodes = async (options: ClusterOptions & { databaseUrl: string; natsUrl: string }): Promise<Nodes> => {
  const { size, folder, env, databaseUrl, natsUrl, ...program } = options;
  const stack = new AsyncDisposableStack();
  const nodes: ClusterNode[] = [];
  const secretKey = randomBytes(32).toString('hex');
  for (let made = 1; made <= size; made++) {
    const [database, nats] = [await proxied(databaseUrl), await proxied(natsUrl)];
    stack.use(database.proxy);
    stack.use(nats.proxy);
    const process = await startRestartable({
      ...program,
      folder: join(folder, String(made)),
      env: { PAIRSPACE_SECRET_KEY: secretKey, ...env, DATABASE_URL: database.href, NATS_URL: nats.href },
    });
    nodes.push({ name: `node ${String(made)}`, database: database.proxy, nats: nats.proxy, ...process });
  }
  stack.defer(async () => {
    await Promise.all(nodes.map((node) => node.process()[Symbol.asyncDispose]()));
  });
  const balancer = stack.use(await TcpProxy.before(...nodes.map(({ url }) => Number(new URL(url).port))));
  return {
    url: `http://127.0.0.1:${String(balancer.port)}`,
    nodes,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

/** A service that starts again on the same port. */
const startRestartable = async (
  options: Omit<ClusterOptions, 'size'>,
): Promise<Pick<ClusterNode, 'url' | 'process' | 'start'>> => {
  const port = await freePort();
  let running = await startService({ ...options, port });
  return {
    url: running.url,
    process: () => running,
    async start() {
      running = await startService({ ...options, port });
    },
  };
};

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

interface KillableOptions extends Omit<ClusterOptions, 'size'> {
  /** Without these it is one process on the embedded database. */
  servers?: { databaseUrl: string; natsUrl: string } | null;
  size?: number;
}

export const startKillable = async ({ servers, size = 3, ...options }: KillableOptions): Promise<KillableService> => {
  const cluster = servers && (await startNodes({ ...options, ...servers, size }));
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
