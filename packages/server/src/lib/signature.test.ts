import { cases } from '@pairspace/testkit/cases';
import { signedHeader } from '@pairspace/testkit/signed-header';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signature } from './signature.ts';

const seconds = Date.UTC(2026, 5, 1) / 1000;

test('[HOOK-9] another implementation of the format signs random bodies and secrets alike, and what was changed otherwise', () => {
  const anything = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
  // The prefix keeps secrets from being blank, because the service accepts no blank secret.
  const secrets = fc.string({ unit: 'binary', maxLength: 64 }).map((text) => `s${text}`);
  fc.assert(
    fc.property(anything, secrets, (body, secret) => {
      const header = signature(secret, Buffer.from(body), seconds * 1000 + 789);
      expect(header).toBe(signedHeader(body, secret, seconds));
      expect(header).not.toBe(signedHeader(`${body} `, secret, seconds));
      expect(header).not.toBe(signedHeader(body, `${secret} `, seconds));
    }),
    { numRuns: cases(300) },
  );
});
