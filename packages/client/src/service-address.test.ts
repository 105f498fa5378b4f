import { expect, test } from 'vitest';
import { findInvitation } from './find-invitation.ts';
import { serviceAddress } from './service-address.ts';

test.each([
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
  ['HTTPS://Pair.Example:443//', 'https://pair.example'],
  ['https://pair.example/a/../b/', 'https://pair.example/b'],
  ['https://pair.example\\@evil.example', 'https://pair.example/@evil.example'],
  ['https://раir.example', 'https://xn--ir-6kc7d.example'],
  ['http://2130706433', 'http://127.0.0.1'],
])('[DOOR-31] %s has one spelling', (given, address) => {
  expect(serviceAddress(given)).toBe(address);
});

test.each([
  'https://pair.example@evil.example',
  'https://user:word@pair.example',
  'ftp://pair.example',
  'https://pair.example/?x',
  'https://pair.example/#x',
  'pair.example',
  'https://',
  `https://pair.example/${'x'.repeat(200)}`,
])('[DOOR-31] %s is no address of a service', (given) => {
  expect(serviceAddress(given)).toBeUndefined();
  expect(findInvitation(`${given}/j/K7QF-2M9X-4TRD`, 'https://pair.example')).toBeUndefined();
});
