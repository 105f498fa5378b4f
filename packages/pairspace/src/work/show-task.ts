import { inQuotes, type Task, taskFacts } from '@pairspace/protocol';
import { quoted } from '../terminal/peer-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The greatest number of characters of a title, a path or a reason: as many as they may have. */
export const mostOfTask = 500;

/** A task with its texts, which stand behind the bar. */
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
