import { createHash } from 'node:crypto';
import { canonicalText } from './shape.ts';

/** A short text that differs for values that differ. No two values without canonical JSON have the same. */
export const digestOf = (value: unknown): string => {
  const text = canonicalText(value);
  return text === undefined ? `none ${String(++withoutText)}` : createHash('sha256').update(text).digest('latin1');
};

let withoutText = 0;
