import { type Ask, ServiceError } from '@pairspace/protocol';
import type { ObserverCaller, OperatorCaller } from '../access/caller.ts';

export type Answerer = ObserverCaller | OperatorCaller;

/** Whether the operator answers, or vouches for the person who does. */
export const isVouched = (caller: Answerer): boolean => caller.kind === 'operator' || caller.vouched;

/** Refuses a caller whom the endpoint admits, but who may not answer this ask (ASK-7). */
export const assertMayAnswer = (caller: Answerer, { requires }: Pick<Ask, 'requires'>): void => {
  if (requires === 'token' || isVouched(caller)) return;
  throw new ServiceError(
    'FORBIDDEN',
    'Only the operator, and people for whom the operator vouches, may answer this ask.',
    {
      details: { reason: 'vouched' },
    },
  );
};
