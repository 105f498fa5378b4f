import { findInexactNumber, inexactMessage, invalid, shownPath } from '@pairspace/protocol';
import { parse } from 'secure-json-parse';

const decoder = new TextDecoder('utf-8', { fatal: true });
const suspicious = /\\u(?:d[89ab]|dc|dd|de|df|0000)/i;

/**
 * Parses a body of JSON in UTF-8, or an empty one. Refuses `__proto__` keys, NUL, lone surrogates (API-13), and numbers
 * that a double does not hold (API-23). NUL and lone surrogates can only occur as escapes, so texts without such an
 * escape are not searched.
 */
export const parseJson = (body: Uint8Array): unknown => {
  if (body.length === 0) return undefined;
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    throw invalid('body', 'must be UTF-8');
  }
  let value: unknown;
  try {
    value = parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    throw invalid('body', 'must be JSON, without a "__proto__" or "constructor.prototype" key');
  }
  if (suspicious.test(text) && !holdsOnlyText(value))
    throw invalid('body', 'must not hold NUL or half of a surrogate pair in a string');
  const inexact = findInexactNumber(text);
  if (inexact) throw invalid(shownPath(['body', ...inexact]), inexactMessage);
  return value;
};

const holdsOnlyText = (value: unknown): boolean => {
  if (typeof value === 'string') return isText(value);
  if (Array.isArray(value)) return value.every(holdsOnlyText);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isText(key) && holdsOnlyText(inner));
};

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
