import type { RuleContext } from './rule-context.ts';

/** The number of a rule of the wire contract. */
export type RuleId = `${Uppercase<string>}-${number}`;

/**
 * When a rule has its turn: what mostly waits begins first, what measures time runs alone, and what uses up a limit
 * of the service that others need runs last.
 */
export type RunOrder = 'first' | 'any' | 'alone' | 'last';

/** One test of one rule. It passes when `run` resolves. */
export interface Rule {
  id: RuleId;
  title: string;
  run: (context: RuleContext) => Promise<void>;
  turn: RunOrder;
}

/** Declares a test; `title` is a sentence that says what holds. */
export const rule = (
  id: RuleId,
  title: string,
  run: (context: RuleContext) => Promise<void>,
  { turn = 'any' }: { turn?: RunOrder } = {},
): Rule => ({ id, title, run, turn });

export const titleOf = ({ id, title }: Rule): string => `[${id}] ${title}`;
