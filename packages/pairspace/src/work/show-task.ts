import { inQuotes, type Task, taskFacts } from '@pairspace/protocol';
import { quoted } from '../terminal/peer-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The greatest length of a title, a path or a reason, in characters. */
export const mostOfTask = 500;

/** A task with its texts, each line of which is quoted behind `| `. */
export const showTask = (task: Task, { columns }: Pick<Terminal, 'columns'>): string[] => {
  const { description, reason, result } = task;
  const text = (name: string, words: string): string[] =>
    words === '' ? [] : [`${name}:`, ...quoted(words, columns).split('\n')];
  return [
    ...taskFacts(task, mostOfTask),
    ...(reason === null ? [] : [`reason: ${inQuotes(reason, mostOfTask)}`]),
    ...text('description', description),
    ...text('result', result?.text ?? ''),
  ];
};
