import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const refused = { refusal: expect.any(String) as unknown };

test.for([
  ['', { value: undefined }],
  ['{"a":[1,null]}', { value: { a: [1, null] } }],
  ['{"a":', refused],
  ['{"__proto__":1}', refused],
  ['{"constructor":{"prototype":1}}', refused],
  [String.raw`"\u0000"`, refused],
  [String.raw`{"\ud800":1}`, refused],
  [String.raw`"\ud83d\ude00"`, { value: '😀' }],
] as const)('[API-13] a body of %j is parsed or refused', ([text, expected]) => {
  expect(parseJson(encode(text))).toEqual(expected);
});

test('[API-13] a body that is not UTF-8 is refused', () => {
  expect(parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toEqual(refused);
});
