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
 * An opaque id: prefix, time in milliseconds and a count within them, so that ids of one process sort by age, and 85
 * random bits, so that none can be guessed.
 */
export const newId = (prefix: string, nowMs: number): string => {
  sameMs = nowMs === lastMs ? Math.min(sameMs + 1, 1023) : 0;
  lastMs = nowMs;
  return `${prefix}_${digits(nowMs, 9)}${digits(sameMs, 2)}${randomBase32(17)}`;
};

/**
 * The id of an agent that gave none (API-16): short, since people read it, with the time in seconds, so that the rows of
 * agents that come at the same time lie side by side, and 30 random bits.
 */
export const newAgentId = (nowMs: number): string => `agent-${digits(Math.floor(nowMs / 1000), 6)}${randomBase32(6)}`;
