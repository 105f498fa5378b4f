import { type Ask, askFacts, isApproved } from '@pairspace/protocol';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { quoted } from '../terminal/peer-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The greatest number of characters of a title: as many as it may have. */
export const mostOfAsk = 200;

/** An ask with its texts, which stand behind the bar. */
export const showAsk = (ask: Ask, { columns }: Pick<Terminal, 'columns'>): string[] => {
  const text = (name: string, words: string): string[] =>
    words === '' ? [] : [`${name}:`, ...quoted(words, columns).split('\n')];
  return [...askFacts(ask, mostOfAsk), ...text('details', ask.details), ...text('answer', ask.answer?.text ?? '')];
};

/** How a wait for an answer ends: 0 with an approval or an answer, 5 with a refusal, 8 where no answer came (ASK-14). */
export const exitOfAsk = (ask: Ask): ExitCode => {
  if (ask.status !== 'answered') return exitCodes.nothing;
  return ask.kind === 'question' || isApproved(ask) ? exitCodes.done : exitCodes.conflict;
};
