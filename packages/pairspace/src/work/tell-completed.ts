import type { Terminal } from '../terminal/terminal.ts';

/** Tells that nothing more comes, and what is left to do. */
export const tellCompleted = (terminal: Pick<Terminal, 'note'>, isUnread = false): void => {
  terminal.note('The session is completed: nothing more comes, so there is nothing to wait for.');
  const next = isUnread ? 'read what is left: pairspace inbox' : 'keep what came of it: pairspace export';
  terminal.note(`  → ${next}; to go on: pairspace session --status active`);
};
