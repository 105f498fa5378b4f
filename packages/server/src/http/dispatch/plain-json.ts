import { invalid, ServiceError } from '@pairspace/protocol';

/** Deeper nesting has no use, and overflows the stack when it is serialised (API-13). */
const maxLevels = 64;

/**
 * Refuses a JSON value that holds NUL, half of a surrogate pair, a key that changes prototypes, deep nesting (API-13),
 * or too many values (NET-4).
 */
export const assertPlain = (value: unknown, place: string, maxValues: number): void => {
  let left = maxValues;
  const check = (inner: unknown, levels: number): void => {
    if (left-- <= 0) {
      const message = `The body holds more than ${String(maxValues)} values. Send it in several requests.`;
      throw new ServiceError('PAYLOAD_TOO_LARGE', message, { details: { limitValues: maxValues } });
    }
    if (typeof inner === 'string') assertText(inner, place);
    if (typeof inner !== 'object' || inner === null) return;
    if (levels === 0) throw invalid(place, `must not be nested deeper than ${String(maxLevels)} levels`);
    if (Array.isArray(inner)) for (const item of inner) check(item, levels - 1);
    else {
      for (const [key, member] of Object.entries(inner)) {
        assertText(key, place);
        if (key === '__proto__' || (key === 'constructor' && holdsPrototype(member)))
          throw invalid(place, 'must not hold a "__proto__" or "constructor.prototype" key');
        check(member, levels - 1);
      }
    }
  };
  check(value, maxLevels);
};

const holdsPrototype = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');

const assertText = (text: string, place: string): void => {
  if (!text.isWellFormed() || text.includes('\0'))
    throw invalid(place, 'must not hold NUL or half of a surrogate pair in a string');
};
