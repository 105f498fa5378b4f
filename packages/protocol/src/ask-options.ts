import type { Ask, AskOption } from './asks.ts';

/** The options of an approval for which the agent gives none. */
export const usualOptions: readonly AskOption[] = [
  { id: 'approve', label: 'Approve', approves: true },
  { id: 'deny', label: 'Deny', approves: false },
];

/** The option that the answer names. */
export const chosenOption = ({ options, answer }: Pick<Ask, 'options' | 'answer'>): AskOption | undefined =>
  options.find(({ id }) => id === answer?.optionId);

/**
 * Whether a person has approved what the ask asks for. An expired or withdrawn ask is never approved, and neither is a
 * question, whatever its answer (ASK-6).
 */
export const isApproved = (ask: Pick<Ask, 'kind' | 'status' | 'options' | 'answer'>): boolean =>
  ask.kind === 'approval' && ask.status === 'answered' && chosenOption(ask)?.approves === true;
