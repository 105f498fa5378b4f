import { expect, test } from 'vitest';
import { readResult } from './read-result.ts';

const good = { exitCode: 0, reason: 'exit', message: null, memoryBytes: 1, diskBytes: 1, cpuMs: 1 };
const read = (value: unknown) => readResult(Buffer.from(JSON.stringify(value)));

test('a result in the known form is taken', () => {
  expect(read(good)).toEqual(good);
});

test.each([
  ['no object', null],
  ['an exit code out of range', { ...good, exitCode: 256 }],
  ['a negative exit code', { ...good, exitCode: -1 }],
  ['a reason that only the parent may give', { ...good, reason: 'cancelled' }],
  ['a usage below zero', { ...good, cpuMs: -5 }],
  ['a usage that is no number', { ...good, memoryBytes: 'much' }],
  ['a usage that JSON cannot say', { ...good, diskBytes: Infinity }],
  ['fields by prototype', JSON.parse('{"__proto__":{"exitCode":0}}')],
])('a result with %s is refused', (_what, value) => {
  expect(() => read(value)).toThrow();
});

test('a result that is no JSON is refused', () => {
  expect(() => readResult(Buffer.from('{'))).toThrow();
});
