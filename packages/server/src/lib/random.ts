import { randomFillSync } from 'node:crypto';

/** Asking the system for random bytes costs far more than the bytes do, so many are fetched at a time. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** A random byte. It is kept nowhere else: of a secret the pool holds no copy. */
export const takeRandomByte = (): number => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  pool[used++] = 0;
  return byte;
};

/** 256 random bits as text that URLs and headers take: what tokens, keys and recovery codes are made of. */
export const newSecret = (): string => Buffer.from(Array.from({ length: 32 }, takeRandomByte)).toString('base64url');
