import { randomFillSync } from 'node:crypto';

/** Asking the system for random bytes costs far more than the bytes do, so many are fetched at a time. */
const pool = Buffer.alloc(4096);
let used = pool.length;

const fill = (): void => {
  randomFillSync(pool);
  used = 0;
};

/** A random byte. It is kept nowhere else: of a secret the pool holds no copy. */
export const takeRandomByte = (): number => {
  if (used === pool.length) fill();
  const byte = pool[used] ?? 0;
  pool[used++] = 0;
  return byte;
};

/** `count` random bytes, at most 4096, which are kept nowhere else either. */
const takeRandomBytes = (count: number): Buffer => {
  if (used + count > pool.length) fill();
  const taken = Buffer.from(pool.subarray(used, used + count));
  pool.fill(0, used, used + count);
  used += count;
  return taken;
};

/** 256 random bits as text that URLs and headers take: what tokens, keys and recovery codes are made of. */
export const newSecret = (): string => takeRandomBytes(32).toString('base64url');
