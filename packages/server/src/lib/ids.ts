import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const pool = Buffer.alloc(4096);
let used = pool.length;

const randomByte = (): number => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool.readUInt8(used++);
};

/** `length` characters of Crockford's base32, five random bits each. */
export const randomBase32 = (length: number): string => {
  let text = '';
  while (text.length < length) text += alphabet.charAt(randomByte() & 31);
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
