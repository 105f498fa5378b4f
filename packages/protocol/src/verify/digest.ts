import { createHash } from 'node:crypto';
import { canonicalText } from './shape.ts';

/** A short text that is the same for equal values only. Values without canonical JSON never have the same text. */
export const digestOf = (value: unknown): string => {
  const text = canonicalText(value);
  return text === undefined ? `none ${String(++withoutText)}` : createHash('sha256').update(text).digest('latin1');
};

let withoutText = 0;
