import type { RuleContext } from './rule-context.ts';

/** The number of a rule of the wire contract. */
export type RuleId = `${Uppercase<string>}-${number}`;

/**
 * The order of rules: rules that mostly wait begin first, rules that measure time run alone, and rules that use up a
 * shared limit of the service run last.
 */
export type RunOrder = 'first' | 'any' | 'alone' | 'last';

/** A test of one rule. It passes when `run` resolves. */
export interface Rule {
  id: RuleId;
  title: string;
  run: (context: RuleContext) => Promise<void>;
  turn: RunOrder;
}

/** Declares a test; `title` is a sentence that states the requirement. */
export const rule = (
  id: RuleId,
  title: string,
  run: (context: RuleContext) => Promise<void>,
  { turn = 'any' }: { turn?: RunOrder } = {},
): Rule => ({ id, title, run, turn });

export const titleOf = ({ id, title }: Rule): string => `[${id}] ${title}`;
