import { expect, test } from 'vitest';
import { signedHeader } from './signed-header.ts';

/** Made by `webhooks.generateTestHeaderString` of stripe 23.1.0. */
test.each([
  [
    '{"event":"message.created"}',
    'a long random text',
    't=1780272000,v1=22ba8a646e4739b9b80cbc8f00f9307c1da437d4cd2b0447e0865cfa70f2fbcf',
  ],
  ['héllo 🙂\n\0', 'whsec_é漢🦊', 't=1,v1=174a5d6b96cb97265adbfe0d85e669fdbe6826a2d7330c80c2495b75a2cb7563'],
  ['', 'k'.repeat(65), 't=2147483647,v1=ad027dbf78fa736c8866d4b7390828ee3705203ed3d9fe195dc148c407a4f7a0'],
])('[HOOK-9] signs %j as the library of Stripe does', (payload, secret, header) => {
  expect(signedHeader(payload, secret, Number(/^t=(\d+)/.exec(header)?.[1]))).toBe(header);
});
