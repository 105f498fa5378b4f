import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';

const { body } = endpoints.createAsk;
const asked = (...labels: string[]) =>
  body.safeParse({
    kind: 'approval',
    title: 'May I?',
    options: labels.map((label, index) => ({ id: String(index), label, approves: index === 0 })),
  }).success;

test('[ASK-4] labels differ in what people read', () => {
  expect(asked('Yes', 'No', 'Not now')).toBe(true);
  for (const [one, other] of [
    ['OK', 'OK'],
    ['OK', ' ok '],
    ['Deny', 'De\u200bny'],
    ['Deny', 'Deny\u{e0041}'],
    ['Deny', 'Ｄｅｎｙ'],
    ['Deny it', 'Deny\u00a0 it'],
    ['straße', 'STRASSE'],
  ] as const)
    expect([one, other, asked(one, other)]).toEqual([one, other, false]);
  expect(asked('Yes', '\u2800')).toBe(false);
});
