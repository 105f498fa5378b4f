import type { Endpoint, Endpoints, ResultOf } from '@pairspace/protocol';
import { type AnyRequest, callNames, type CallName, type CallOptions, type GivenTo, requestFrom } from './request.ts';

export type Arguments<E extends Endpoint> =
  Record<never, never> extends GivenTo<E>
    ? [given?: GivenTo<E>, options?: CallOptions]
    : [given: GivenTo<E>, options?: CallOptions];

/** A method for each endpoint. It takes all parts of the request in one object and returns the payload. */
export type Calls = {
  readonly [N in CallName]: (...given: Arguments<Endpoints[N]>) => Promise<ResultOf<Endpoints[N]>>;
};

/** The methods over any transport: the network, or a service in the same process. */
export const callsOver = (call: (name: CallName, request: AnyRequest) => Promise<unknown>): Calls => {
  const methodOf =
    (name: CallName) =>
    (given: object = {}, options: CallOptions = {}): Promise<unknown> =>
      call(name, { ...requestFrom(name, { ...given }), ...options });
  // The schemas of each endpoint give the types; this code only passes values on.
  return Object.fromEntries(callNames.map((name) => [name, methodOf(name)])) as unknown as Calls;
};
