import { expect, test } from 'vitest';
import { findInexactNumber } from './inexact-number.ts';

test('[API-23] a number that a double does not hold is found with its path, at every depth', () => {
  for (const number of ['1e400', '-1E+400', '9007199254740992', '-1546130668394913822', '9007199254740993.0', '1e-400'])
    for (const [text, path] of [
      [number, []],
      [`{"a":{"b":[0,{"c": ${number} }]},"d":1}`, ['a', 'b', '1', 'c']],
      [`[${number}\n]`, ['0']],
      [`{"":${number}}`, []],
    ] as const)
      expect([text, findInexactNumber(text)]).toEqual([text, path]);
  expect(findInexactNumber(`[${'1'.repeat(400)}]`)).toEqual(['0']);
});

test('[API-23] every other number, and digits in texts, are taken', () => {
  for (const number of [
    '-0',
    '0e5',
    '0.0e-400',
    '9007199254740991',
    '1e300',
    '0.12345678901234567891',
    '12e3',
    '1.5e-300',
  ])
    expect([number, findInexactNumber(`{"a":[${number}]}`)]).toEqual([number, undefined]);
  expect(findInexactNumber('{"1e400":"1546130668394913822 1e400 \\"1e400"}')).toBeUndefined();
});
