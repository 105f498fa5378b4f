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
export interface Nodes extends AsyncDisposable {
  url: string;
  nodes: readonly ClusterNode[];
}

/** Nodes with their own servers. */
export interface Cluster extends Nodes {
  postgres: LocalPostgres;
  nats: LocalNats;
}

interface ClusterOptions {
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

interface NodesOptions extends ClusterOptions {
  databaseUrl: string;
  natsUrl: string;
}

/** Nodes on servers that are there. */
export const startNodes = async (options: NodesOptions): Promise<Nodes> => {
  const { size, folder, env, databaseUrl: databaseAt, natsUrl: natsAt, ...program } = options;
  const stack = new AsyncDisposableStack();
  const nodes: ClusterNode[] = [];
  const secretKey = randomBytes(32).toString('hex');
  for (let made = 1; made <= size; made++) {
    const port = await freePort();
    const [databaseUrl, natsUrl] = [new URL(databaseAt), new URL(natsAt)];
    const database = stack.use(await TcpProxy.before(Number(databaseUrl.port)));
    const nats = stack.use(await TcpProxy.before(Number(natsUrl.port)));
    databaseUrl.port = String(database.port);
    natsUrl.port = String(nats.port);
    const start = (): Promise<RunningServer> =>
      startService({
        ...program,
        folder: join(folder, String(made)),
        port,
        env: { PAIRSPACE_SECRET_KEY: secretKey, ...env, DATABASE_URL: databaseUrl.href, NATS_URL: natsUrl.href },
      });
    nodes.push(await startNode(`node ${String(made)}`, port, { database, nats, start }));
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

interface Started {
  database: TcpProxy;
  nats: TcpProxy;
  start: () => Promise<RunningServer>;
}

const startNode = async (name: string, port: number, { database, nats, start }: Started): Promise<ClusterNode> => {
  let running = await start();
  return {
    name,
    url: `http://127.0.0.1:${String(port)}`,
    database,
    nats,
    process: () => running,
    async start() {
      running = await start();
    },
  };
};
