import { TaskThread } from '../threads/task-thread.ts';
import type { EditOutcome, EditTask } from './edit-text.ts';

/** Characters looked at that are edited at once: a millisecond or two. */
const quickCharacters = 200_000;
/** Lines that are merged at once. */
const quickLines = 200;

export type EditThread = TaskThread<EditTask, EditOutcome>;

/** Makes large edits in a thread of their own, one after the other. */
export const createEditThread = (options: { maxWaiting?: number } = {}): EditThread =>
  new TaskThread({ program: new URL('./edit-worker', import.meta.url), ...options });

/** Whether a task is quick enough to be done while others wait. */
export const isQuick = ({ base, current, edits }: EditTask): boolean => {
  const given = edits.reduce((sum, edit) => sum + lengthOf(edit), 0);
  if ((base.length + given) * edits.length > quickCharacters) return false;
  return current === undefined || (isShort(base) && isShort(current) && linesIn(edits) <= quickLines);
};

const textsOf = ({ append, prepend, replace, section }: EditTask['edits'][number]): string[] =>
  [append, prepend, replace?.old, replace?.new, section?.content].filter((text) => text !== undefined);

const lengthOf = (edit: EditTask['edits'][number]): number => textsOf(edit).reduce((sum, text) => sum + text.length, 0);

const linesIn = (edits: EditTask['edits']): number =>
  edits.flatMap(textsOf).reduce((sum, text) => sum + lines(text), 0);

const isShort = (text: string): boolean => text.length <= quickCharacters && lines(text) <= quickLines;

const lines = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1 && count <= quickLines; at = text.indexOf('\n', at + 1)) count++;
  return count;
};
