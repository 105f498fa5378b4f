import fc from 'fast-check';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { signature } from './signature.ts';

const stripe = new Stripe('sk_test_unused');
const nowMs = Date.UTC(2026, 5, 1) + 789;

/** Whether another implementation of the format believes it. */
const believes = (body: string, header: string, secret: string, atMs: number): boolean => {
  try {
    return stripe.webhooks.signature?.verifyHeader(body, header, secret, 300, undefined, atMs) ?? false;
  } catch {
    return false;
  }
};

test('[HOOK-9] another implementation of the format verifies 10,000 random bodies and secrets, and nothing that was changed', () => {
  const anything = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
  // None is blank: the service takes no such secret.
  const secrets = fc.string({ unit: 'binary', maxLength: 64 }).map((text) => `s${text}`);
  fc.assert(
    fc.property(anything, secrets, (body, secret) => {
      const header = signature(secret, Buffer.from(body), nowMs);
      expect(header).toMatch(/^t=1780272000,v1=[0-9a-f]{64}$/);
      expect(believes(body, header, secret, nowMs)).toBe(true);
      expect(believes(`${body} `, header, secret, nowMs)).toBe(false);
      expect(believes(body, header, `${secret} `, nowMs)).toBe(false);
      expect(believes(body, header.replace('t=1780272000', 't=1780272001'), secret, nowMs)).toBe(false);
      expect(believes(body, header, secret, nowMs + 302_000)).toBe(false);
    }),
    { numRuns: 10_000 },
  );
}, 60_000);
