import { randomFillSync } from 'node:crypto';

/** The bytes are fetched in bulk, because each request to the system costs far more than its bytes. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** A random byte. The pool keeps no copy of it, because it may become part of a secret. */
export const takeRandomByte = (): number => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  pool[used++] = 0;
  return byte;
};

/** 256 random bits as text for URLs and headers: the form of tokens, keys and recovery codes. */
export const newSecret = (): string => Buffer.from(Array.from({ length: 32 }, takeRandomByte)).toString('base64url');
