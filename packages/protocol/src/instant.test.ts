import { expect, test } from 'vitest';
import { instant, millisecondsOf } from './instant.ts';

test('[API-26] every instant of RFC 3339 is taken, and a date alone as its midnight in UTC', () => {
  const noon = Date.UTC(2026, 0, 1, 12);
  for (const [text, at] of [
    ['2026-01-01T12:00:00Z', noon],
    ['2026-01-01t12:00:00z', noon],
    ['2026-01-01 12:00:00Z', noon],
    ['2026-01-01T12:00:00.5Z', noon + 500],
    ['2026-01-01T12:00:00.029Z', noon + 29],
    ['2026-01-01T12:00:00.000000001Z', noon + 1],
    ['2026-01-01T12:00:00.1230000000000Z', noon + 123],
    ['2026-01-01T14:30:00+02:30', noon],
    ['2026-01-01T14:30:00 02:30', noon],
    ['2026-01-01T12:00:00-00:00', noon],
    ['2025-12-31T23:59:00-12:01', noon],
    ['2026-01-02T11:59:00.25+23:59', noon + 250],
    ['2026-01-01', noon - 12 * 3_600_000],
    ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
    ['2016-12-31T18:59:60.5-05:00', Date.UTC(2017, 0, 1) + 500],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['0000-01-01T00:00:00Z', Date.parse('0000-01-01T00:00:00Z')],
  ] as const)
    expect([text, millisecondsOf(text)]).toEqual([text, at]);
  expect(instant().parse('2026-01-01T14:30:00+02:30')).toBe('2026-01-01T12:00:00.000Z');
});

test('[API-26] any other text is refused', () => {
  for (const text of [
    '',
    '2026',
    '2026-01',
    '2026-1-1',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31T00:00:00Z',
    '2026-01-01T12:00:00',
    '2026-01-01T12:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T12:60:00Z',
    '2026-01-01T12:00:60Z',
    '2026-01-01T12:00:00.Z',
    '2026-01-01T12:00:00+24:00',
    '2026-01-01T12:00:00+0200',
    '2026-01-01Z',
    '1767225600000',
    'yesterday',
    '2026-01-01T12:00:00Z\n',
    '٢٠٢٦-01-01',
  ])
    expect([text, instant().safeParse(text).success]).toEqual([text, false]);
});
