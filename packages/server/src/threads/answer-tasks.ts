import { parentPort, type Transferable } from 'node:worker_threads';
import { invariant } from '../lib/invariant.ts';

/** The other end of a `TaskThread`: called once, by the program of the thread. What it transfers is gone here. */
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
