import { createHmac } from 'node:crypto';

/**
 * The header by which a receiver verifies that a body comes from this service and is recent:
 * `t=<seconds>,v1=<HMAC-SHA256, hex>`.
 */
export const signature = (secret: string, body: Uint8Array, nowMs: number): string => {
  const seconds = Math.floor(nowMs / 1000);
  const hmac = createHmac('sha256', secret)
    .update(`${String(seconds)}.`)
    .update(body)
    .digest('hex');
  return `t=${String(seconds)},v1=${hmac}`;
};
