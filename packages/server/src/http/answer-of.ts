import type { Endpoint } from '@pairspace/protocol';
import { Answer } from './answer.ts';
import type { Outcome } from './call.ts';

/** Status, headers and payload of a success. */
export const answerOf = <E extends Endpoint>(endpoint: E, outcome: Outcome<E>) =>
  outcome instanceof Answer
    ? { status: outcome.status ?? endpoint.status[0], headers: outcome.headers, data: outcome.data }
    : { status: endpoint.status[0], headers: {}, data: outcome };
