import { createHash } from 'node:crypto';

const sha256 = (...parts: readonly Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

const blockBytes = 64;

/** HMAC written from its definition (RFC 2104), so that it shares no code with the tested implementation. */
const hmac = (secret: Buffer, text: Buffer): string => {
  const key = Buffer.alloc(blockBytes);
  (secret.length > blockBytes ? sha256(secret) : secret).copy(key);
  const inner = sha256(
    key.map((byte) => byte ^ 0x36),
    text,
  );
  return sha256(
    key.map((byte) => byte ^ 0x5c),
    inner,
  ).toString('hex');
};

/** The signature of a delivery in the format of Stripe, for tests to compare with: `t=<seconds>,v1=<HMAC-SHA256>`. */
export const signedHeader = (payload: string, secret: string, seconds: number): string =>
  `t=${String(seconds)},v1=${hmac(Buffer.from(secret), Buffer.from(`${String(seconds)}.${payload}`))}`;
