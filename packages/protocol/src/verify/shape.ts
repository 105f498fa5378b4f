import { canonicalJson } from '../canonical-json.ts';
import { VerificationFailed } from './verification-failed.ts';

export type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The subject of a sentence about a part; the name of a member is put in quotation marks. */
const told = (what: string): string => (/^[A-Z]/.test(what) ? what : `The part "${what}"`);

/** `value` as an object; any other value means that the document was altered. */
export const objectAt = (value: unknown, what: string): Json => {
  if (!isObject(value)) throw new VerificationFailed('format', `${told(what)} is not an object.`, { member: what });
  return value;
};

export const arrayAt = (value: unknown, what: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw new VerificationFailed('format', `${told(what)} is not a list.`, { member: what });
  return value;
};

export const textAt = (value: unknown, what: string): string => {
  if (typeof value !== 'string')
    throw new VerificationFailed('format', `${told(what)} is not a text.`, { member: what });
  return value;
};

/**
 * The canonical JSON of a value. Undefined for values that no service writes: a number out of range, or excessive
 * nesting.
 */
export const canonicalText = (value: unknown): string | undefined => {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
};

/** Refuses members that are not expected, because no signature covers them. */
export const onlyMembers = (value: Json, names: readonly string[], what: string): void => {
  const other = Object.keys(value).find((name) => !names.includes(name));
  if (other === undefined) return;
  throw new VerificationFailed('member', `${what} has a part ${JSON.stringify(other)} that does not belong there.`, {
    member: other,
  });
};
