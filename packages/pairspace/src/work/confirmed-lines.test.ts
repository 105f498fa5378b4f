import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ConfirmedLines } from './confirmed-lines.ts';

test('[DOOR-16] a line counts as handed over when the program repeats it, and not when the program ends', async () => {
  const repeated = new PassThrough();
  const { signal } = new AbortController();
  const lines = new ConfirmedLines(
    repeated,
    (line) => {
      if (line === 'first') repeated.write('first\n');
    },
    () => undefined,
  );
  await lines.hand('first', signal);
  const second = lines.hand('second', signal);
  repeated.end();
  await expect(second).rejects.toThrow('the program has not taken what its plugin handed it');
  expect(lines.ended.aborted).toBe(true);
});
