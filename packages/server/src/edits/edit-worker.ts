import { editInSteps, type EditTurn, type TurnOutcome } from './edit-text.ts';

/** The length of a turn. */
const turnMs = 50;

/** The unfinished tasks. */
const begun = new Map<number, ReturnType<typeof editInSteps>>();

export default ({ id, task }: EditTurn): TurnOutcome => {
  const steps = begun.get(id) ?? (task && editInSteps(task));
  if (!steps) return { kind: 'lost' };
  begun.set(id, steps);
  const end = performance.now() + turnMs;
  do {
    const step = steps.next();
    if (!step.done) continue;
    begun.delete(id);
    return step.value;
  } while (performance.now() < end);
  return { kind: 'unfinished' };
};
