import type { Calls, CallOptions } from '@pairspace/client';
import type { Seating } from './seating.ts';

type Call = (given: object, options?: CallOptions) => Promise<unknown>;

/** Calls whose writes have their effect once for a key, however often they are repeated (MCP-23). */
const once = (calls: Calls, key: string): Calls => {
  const headers = { 'idempotency-key': encodeURIComponent(key).slice(0, 255) };
  return new Proxy(calls, {
    get: (target, name, receiver): unknown => {
      const call: unknown = Reflect.get(target, name, receiver);
      if (typeof call !== 'function') return call;
      return (given: object, options?: CallOptions) => (call as Call)(given, { ...options, headers });
    },
  });
};

/** A seating whose clients send a key with each write. */
export const withKey = (seating: Seating, key: string | undefined): Seating =>
  key === undefined
    ? seating
    : {
        ...seating,
        stranger: (service) => once(seating.stranger(service), key),
        find: async (handle) => {
          const place = await seating.find(handle);
          return { ...place, client: once(place.client, key) };
        },
      };
