import type { z } from 'zod';
import { invalid } from './errors.ts';
import { refusalOf } from './issues.ts';
import { lengthCheck } from './length-check.ts';

/**
 * Makes the function that validates the input of a client: first the number of items in arrays and maps, then the
 * schema (NET-4). It throws VALIDATION_ERROR or PAYLOAD_TOO_LARGE; the paths of its issues begin with `place`, such as
 * `body`.
 */
export const parserOf = <S extends z.ZodType>(schema: S, ...place: string[]): ((given: unknown) => z.output<S>) => {
  const findTooMuch = lengthCheck(schema);
  return (given) => {
    const tooMuch = findTooMuch(given, place.join('.'));
    if (tooMuch) throw invalid(tooMuch.path, tooMuch.message);
    const parsed = schema.safeParse(given);
    if (!parsed.success) throw refusalOf(parsed.error, ...place);
    return parsed.data;
  };
};
