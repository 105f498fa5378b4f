import { freePort, type RunningServer, startServer } from '@pairspace/testkit/process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The longest waits since the last report. */
export interface Waits {
  serviceMs: number;
  /** The part of the wait that the service itself caused, without the time in which others had the processor. */
  ownMs: number;
  /** The wait at an idle server over the same time. */
  controlMs: number;
}

/** Requests /healthz repeatedly from a separate process, beside other requests. */
export interface Prober extends AsyncDisposable {
  takeWaits: () => Promise<Waits>;
  /**
   * The time of some work on this machine now, divided by its time on a quiet one; 1 on a machine that is as fast as the
   * one for which the limits were set.
   */
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
