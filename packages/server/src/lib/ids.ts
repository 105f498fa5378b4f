import { takeRandomByte } from './random.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** `length` characters of Crockford's base32, five random bits each. */
export const randomBase32 = (length: number): string => {
  let text = '';
  while (text.length < length) text += alphabet.charAt(takeRandomByte() & 31);
  return text;
};

const digits = (value: number, length: number): string => {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = alphabet.charAt(rest % 32) + text;
  return text;
};

let lastMs = 0;
let sameMs = 0;

/**
 * An opaque id: a prefix, the time in milliseconds, a counter within the millisecond, and 85 random bits. Ids of one
 * process sort by age, and none can be guessed.
 */
export const newId = (prefix: string, nowMs: number): string => {
  sameMs = nowMs === lastMs ? Math.min(sameMs + 1, 1023) : 0;
  lastMs = nowMs;
  return `${prefix}_${digits(nowMs, 9)}${digits(sameMs, 2)}${randomBase32(17)}`;
};

/**
 * The generated id of an agent (API-16). It is short, because people read it. It begins with the time in seconds, so
 * that rows of agents that come at the same time are adjacent, and ends with 30 random bits.
 */
export const newAgentId = (nowMs: number): string => `agent-${digits(Math.floor(nowMs / 1000), 6)}${randomBase32(6)}`;
