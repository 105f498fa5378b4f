import { cases } from '@pairspace/testkit/cases';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('[CHN-1] the canonical text is that of an independent implementation of RFC 8785', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' }), (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value));
    }),
    { numRuns: cases(200) },
  );
});

test('[CHN-1] members are sorted by UTF-16 code units, also where their names are numbers', () => {
  expect(canonicalJson({ 10: 1, 9: 2, a: { z: 1, b: [true, null] } })).toBe(
    '{"10":1,"9":2,"a":{"b":[true,null],"z":1}}',
  );
  expect(canonicalJson({ '\u{1f600}': 1, '\ufb33': 2, '\u20ac': 3 })).toBe('{"\u20ac":3,"\u{1f600}":1,"\ufb33":2}');
});

test('[CHN-1] numbers and strings have the forms of RFC 8785', () => {
  expect(canonicalJson([333333333.33333329, 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
    '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
  );
  expect(canonicalJson('\u20ac$\u000f\nA\'B"\\/')).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\/"');
  expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
  expect(() => canonicalJson(1n)).toThrow(TypeError);
});
