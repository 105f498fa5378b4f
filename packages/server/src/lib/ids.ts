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

const timePart = (ms: number): string => {
  let text = '';
  for (let rest = ms, digit = 0; digit < 9; digit++, rest = Math.floor(rest / 32))
    text = alphabet.charAt(rest % 32) + text;
  return text;
};

/** An opaque id: prefix, 45 bits of time so that ids sort by age, 85 random bits so that none can be guessed. */
export const newId = (prefix: string, nowMs: number): string => `${prefix}_${timePart(nowMs)}${randomBase32(17)}`;
