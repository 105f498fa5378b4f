import { expect, test } from 'vitest';
import { parseJson } from './json-bodies.ts';

const parse = (text: string, maxValues = 10_000): unknown => parseJson(new TextEncoder().encode(text), maxValues);

test.for([
  ['', undefined],
  ['{"a":[1,null]}', { a: [1, null] }],
  [String.raw`"\ud83d\ude00"`, '😀'],
] as const)('[API-13] a body of %j is parsed', ([text, expected]) => {
  expect(parse(text)).toEqual(expected);
});

test.for([
  '{"a":',
  '{"__proto__":1}',
  '{"constructor":{"prototype":1}}',
  String.raw`"\u0000"`,
  String.raw`{"\ud800":1}`,
  `${'['.repeat(65)}${']'.repeat(65)}`,
])('[API-13] a body of %j is refused', (text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
});

test('[API-13] a body that is not UTF-8 is refused', () => {
  expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22), 10)).toThrow('body: must be UTF-8');
});

test('[NET-4] a body with more values than allowed is 413', () => {
  expect(parse('[1,{"a":2}]', 4)).toEqual([1, { a: 2 }]);
  expect(() => parse('[1,{"a":2},3]', 4)).toThrow(expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }));
});

test('[API-23] a number that a double does not hold is refused with its path', () => {
  expect(() => parse('{"metadata":{"a":[1,1e400]}}')).toThrow('body.metadata.a.1');
  expect(parse('{"id":9007199254740991}')).toEqual({ id: 9007199254740991 });
});
