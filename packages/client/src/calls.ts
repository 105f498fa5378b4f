import type { Endpoint, Endpoints, ResultOf } from '@pairspace/protocol';
import { type AnyRequest, callNames, type CallName, type CallOptions, type GivenTo, requestFrom } from './request.ts';

export type Arguments<E extends Endpoint> =
  Record<never, never> extends GivenTo<E>
    ? [given?: GivenTo<E>, options?: CallOptions]
    : [given: GivenTo<E>, options?: CallOptions];

/** One method for each endpoint, which takes everything in one object and answers the payload. */
export type Calls = {
  readonly [N in CallName]: (...given: Arguments<Endpoints[N]>) => Promise<ResultOf<Endpoints[N]>>;
};

/** The methods over any way to make a call: the network, or a service in the same process. */
export const callsOver = (call: (name: CallName, request: AnyRequest) => Promise<unknown>): Calls => {
  const methodOf =
    (name: CallName) =>
    (given: object = {}, options: CallOptions = {}): Promise<unknown> =>
      call(name, { ...requestFrom(name, { ...given }), ...options });
  // Each endpoint's own schemas say what is given and answered; here it is only passed on.
  return Object.fromEntries(callNames.map((name) => [name, methodOf(name)])) as unknown as Calls;
};
