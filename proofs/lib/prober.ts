import { freePort, type RunningServer, startServer } from '@pairspace/testkit/process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The longest waits since the last time that they were taken. */
export interface Waits {
  serviceMs: number;
  /** Of that, what the service itself took: without the time in which others had the processor. */
  ownMs: number;
  /** Of a server with nothing to do, over the same time. */
  controlMs: number;
}

/** Asks /healthz of a service again and again from a process of its own, beside whatever else is asked of it. */
export interface Prober extends AsyncDisposable {
  takeWaits: () => Promise<Waits>;
  /** How many times longer work takes on this machine now than the processor time that it needs; 1 is a quiet one. */
  measureSlowness: () => Promise<number>;
}

export const startProber = async (service: RunningServer): Promise<Prober> => {
  const port = await freePort();
  const control = await startServer({
    file: join(import.meta.dirname, 'control-process.ts'),
    args: [String(port)],
    port,
  });
  const targets = { service: `${service.url}/healthz`, control: `${control.url}/`, pid: service.pid };
  const child = fork(join(import.meta.dirname, 'prober-process.ts'), [JSON.stringify(targets)], {
    execArgv: ['--conditions=pairspace-source'],
  });
  await once(child, 'message');
  const ask = async <Answer>(question: string): Promise<Answer> => {
    child.send(question);
    const [answer] = (await once(child, 'message')) as [Answer];
    return answer;
  };
  return {
    takeWaits: () => ask<Waits>('waits'),
    measureSlowness: async () => (await ask<{ slowness: number }>('slowness')).slowness,
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await control[Symbol.asyncDispose]();
    },
  };
};
