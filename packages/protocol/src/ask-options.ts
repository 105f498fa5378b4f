import type { Ask, AskOption } from './asks.ts';

/** The options of an approval that offers no others. */
export const usualOptions: readonly AskOption[] = [
  { id: 'approve', label: 'Approve', approves: true },
  { id: 'deny', label: 'Deny', approves: false },
];

/** The option that the answer names. */
export const chosenOption = ({ options, answer }: Pick<Ask, 'options' | 'answer'>): AskOption | undefined =>
  options.find(({ id }) => id === answer?.optionId);

/** Whether a person has approved it. No end but an answer approves, and no answer to a question does (ASK-6). */
export const isApproved = (ask: Pick<Ask, 'kind' | 'status' | 'options' | 'answer'>): boolean =>
  ask.kind === 'approval' && ask.status === 'answered' && chosenOption(ask)?.approves === true;
