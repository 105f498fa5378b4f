import { pidOf } from '@pairspace/testkit/process';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Nodes without clients: they do only their background work. */
export interface BackgroundNodes {
  databaseUrl: string;
  natsUrl: string;
  count: number;
  /** The number of the first node; each node has its own. */
  first: number;
  /** The number of sessions that each node follows. */
  followed: number;
}

/** A process that holds several nodes. */
export interface RunningNodes extends AsyncDisposable {
  pid: number;
}

export const startBackgroundNodes = async (nodes: BackgroundNodes): Promise<RunningNodes> => {
  const child: ChildProcess = fork(join(import.meta.dirname, 'background-nodes-process.ts'), [JSON.stringify(nodes)], {
    execArgv: ['--conditions=pairspace-source'],
  });
  const exited = once(child, 'exit');
  const started = await Promise.race([once(child, 'message').then(() => true), exited.then(() => false)]);
  if (!started) throw new Error('A process of background nodes ended as it started.');
  return {
    pid: pidOf(child),
    async [Symbol.asyncDispose]() {
      child.disconnect();
      const [code] = (await exited) as [number | null];
      if (code !== 0) throw new Error('What background nodes do failed.');
    },
  };
};
