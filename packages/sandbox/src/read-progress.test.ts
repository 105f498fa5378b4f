import { expect, test } from 'vitest';
import { readProgress } from './read-progress.ts';

const read = (value: unknown) => readProgress(Buffer.from(JSON.stringify(value)));

test('[LIVE-5] progress is a fraction and a message that every database takes', () => {
  expect(read({ fraction: 0, message: null })).toEqual({ fraction: 0, message: null });
  expect(read({ fraction: 1, message: 'a\0b\ud800' })).toEqual({ fraction: 1, message: 'a\ufffdb\ufffd' });
  expect(read({ fraction: 0.5, message: 'x'.repeat(2000) }).message).toHaveLength(1000);
  for (const ahead of ['', 'x']) {
    expect(read({ fraction: 0.5, message: `${ahead}${'😀'.repeat(1001)}` }).message).toBe(
      `${ahead}${'😀'.repeat(1000 - ahead.length)}`,
    );
  }
});

test.each([null, 'half', {}, { fraction: 2, message: null }, { fraction: -1, message: null }, { fraction: 0.5 }])(
  'a child that says %j is not believed',
  (value) => {
    expect(() => read(value)).toThrow(TypeError);
  },
);
