import type { Ask, AskOption } from './asks.ts';

/** The bounds of asks (ASK-2, ASK-3). */
export const askLimits = {
  titleCharacters: 200,
  /** The bound of the details, and of the text of an answer. */
  textBytes: 16 * 1024,
  optionIdCharacters: 64,
  labelCharacters: 100,
  leastOptions: 2,
  mostOptions: 8,
  /** Asks of one session that are open. */
  open: 50,
  leastMs: 60_000,
  usualMs: 60 * 60_000,
  mostMs: 7 * 24 * 60 * 60_000,
} as const;

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
