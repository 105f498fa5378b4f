import type { Task } from '@pairspace/protocol';

/** The last paragraph of a text that refers to other tasks. */
const paragraph = /\n\nRefers to (task \d+ \(task_\w+\)(?:, task \d+ \(task_\w+\))*)\.$/;

/** A text with a last paragraph that tells the agent to which tasks it refers (A2A-7). */
export const withReferences = (text: string, tasks: readonly Pick<Task, 'id' | 'number'>[]): string =>
  tasks.length === 0
    ? text
    : `${text}\n\nRefers to ${tasks.map(({ id, number }) => `task ${String(number)} (${id})`).join(', ')}.`;

/** The words of a text, and the tasks to which it refers. */
export const readReferences = (description: string): { text: string; referenceTaskIds: string[] } => {
  const [whole = '', list = ''] = paragraph.exec(description) ?? [];
  return {
    text: description.slice(0, description.length - whole.length),
    referenceTaskIds: [...list.matchAll(/task_\w+/g)].map(([id]) => id),
  };
};
