import { parentPort } from 'node:worker_threads';
import { invariant } from '../lib/invariant.ts';

/** The other end of a `WorkerThread`: called once, by the program of the thread. */
export const serveRequests = <Request, Answer>(answer: (request: Request) => Answer): void => {
  invariant(parentPort, 'this file runs as a worker thread');
  const port = parentPort;
  port.on('message', (request: Request) => {
    port.postMessage(answer(request));
  });
};
