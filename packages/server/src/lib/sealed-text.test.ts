import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSealed, sealText } from './sealed-text.ts';

const key = randomBytes(32);

test('a sealed text opens under its key and for what it is bound to, and for nothing else', () => {
  const sealed = sealText(key, 'whsec_Köln', 'webhook');
  expect(openSealed(key, sealed, 'webhook')).toBe('whsec_Köln');
  expect(sealText(key, 'whsec_Köln', 'webhook')).not.toBe(sealed);
  expect(() => openSealed(key, sealed, 'another')).toThrow();
  expect(() => openSealed(randomBytes(32), sealed, 'webhook')).toThrow();
});

test('a text that was cut or changed does not open', () => {
  const bytes = Buffer.from(sealText(key, 'secret'), 'base64');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openSealed(key, changed.toString('base64'))).toThrow();
    expect(() => openSealed(key, bytes.subarray(0, at).toString('base64'))).toThrow();
  }
});
