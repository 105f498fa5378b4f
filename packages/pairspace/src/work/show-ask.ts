import { type Ask, askFacts, isApproved } from '@pairspace/protocol';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { quoted } from '../terminal/peer-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The greatest length of a title, in characters. */
export const mostOfAsk = 200;

/** An ask with its texts, each line of which is quoted behind `| `. */
export const showAsk = (ask: Ask, { columns }: Pick<Terminal, 'columns'>): string[] => {
  const text = (name: string, words: string): string[] =>
    words === '' ? [] : [`${name}:`, ...quoted(words, columns).split('\n')];
  return [...askFacts(ask, mostOfAsk), ...text('details', ask.details), ...text('answer', ask.answer?.text ?? '')];
};

/**
 * The exit code of a wait for an answer: 0 for an approval or an answer, 5 for a refusal, 8 without an answer (ASK-14).
 */
export const exitOfAsk = (ask: Ask): ExitCode => {
  if (ask.status !== 'answered') return exitCodes.nothing;
  return ask.kind === 'question' || isApproved(ask) ? exitCodes.done : exitCodes.conflict;
};
