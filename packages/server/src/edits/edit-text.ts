import { type Edit, type EditConflict, utf8Bytes } from '@pairspace/protocol';
import { applyEdits, type Refused } from './apply-edits.ts';
import { mergeLines } from './merge-lines.ts';

export interface EditTask {
  /** The text that the editor saw. */
  base: string;
  /** The present text; undefined if it is still the base. */
  current?: string | undefined;
  edits: readonly Edit[];
  limitBytes: number;
}

export type EditOutcome = { kind: 'edited'; text: string } | Refused | { kind: 'overlaps'; conflicts: EditConflict[] };

/** A turn of a task; the first turn carries the task itself. */
export interface EditTurn {
  id: number;
  task: EditTask | undefined;
}

/**
 * The result of a turn. `unfinished`: the task needs further turns. `lost`: the thread that had begun the task has
 * ended.
 */
export type TurnOutcome = EditOutcome | { kind: 'unfinished' } | { kind: 'lost' };

/** Applies edits to the text that their editor saw, and merges later changes of others (EDIT-1, EDIT-7). */
export function* editInSteps({ base, current = base, edits, limitBytes }: EditTask): Generator<undefined, EditOutcome> {
  const applied = yield* applyEdits(base, edits, limitBytes);
  if (applied.kind !== 'applied') return applied;
  const merged = current === base ? applied : mergeLines(base, applied.text, current);
  if (merged.kind === 'overlaps') return merged;
  return utf8Bytes(merged.text) > limitBytes ? { kind: 'too_large' } : { kind: 'edited', text: merged.text };
}

export const editText = (task: EditTask): EditOutcome => {
  const steps = editInSteps(task);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};
