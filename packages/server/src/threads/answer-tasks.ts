import { parentPort, type Transferable } from 'node:worker_threads';
import { invariant } from '../lib/invariant.ts';

/**
 * The counterpart of a `TaskThread`: the program of the thread calls it once. Transferred objects are no longer
 * available here.
 */
export const answerTasks = <Task, Outcome>(
  answer: (task: Task) => Outcome,
  transferred: (outcome: Outcome) => Transferable[] = () => [],
): void => {
  invariant(parentPort, 'this file runs as a worker thread');
  const port = parentPort;
  port.on('message', (task: Task) => {
    const outcome = answer(task);
    port.postMessage(outcome, transferred(outcome));
  });
};
