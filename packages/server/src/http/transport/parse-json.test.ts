import { ServiceError } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const parse = (bytes: Uint8Array): unknown => {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof ServiceError) return { refused: (error.details?.['issues'] as { path: string }[])[0]?.path };
    throw error;
  }
};

test.for([
  ['', undefined],
  ['{"a":[1,null]}', { a: [1, null] }],
  ['{"a":', { refused: 'body' }],
  ['{"__proto__":1}', { refused: 'body' }],
  ['{"constructor":{"prototype":1}}', { refused: 'body' }],
  [String.raw`"\u0000"`, { refused: 'body' }],
  [String.raw`{"\ud800":1}`, { refused: 'body' }],
  [String.raw`"\ud83d\ude00"`, '😀'],
] as const)('[API-13] a body of %j is parsed or refused', ([text, expected]) => {
  expect(parse(encode(text))).toEqual(expected);
});

test('[API-13] a body that is not UTF-8 is refused', () => {
  expect(parse(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ refused: 'body' });
});

test('[API-23] a number that a double does not hold is refused with its path', () => {
  expect(parse(encode('{"metadata":{"a":[1,1e400]}}'))).toEqual({ refused: 'body.metadata.a.1' });
  expect(parse(encode('{"id":9007199254740991}'))).toEqual({ id: 9007199254740991 });
});
