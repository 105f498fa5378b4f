import { parentPort } from 'node:worker_threads';
import { invariant } from '../lib/invariant.ts';

/** The other end of a `TaskThread`: called once, by the program of the thread. */
export const answerTasks = <Task, Outcome>(answer: (task: Task) => Outcome): void => {
  invariant(parentPort, 'this file runs as a worker thread');
  const port = parentPort;
  port.on('message', (task: Task) => {
    port.postMessage(answer(task));
  });
};
