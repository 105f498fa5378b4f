import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ConfirmedLines } from './monitor.ts';

test('[DOOR-16] a line counts as handed over when the program repeats it, and not when the program ends', async () => {
  const repeated = new PassThrough();
  const { signal } = new AbortController();
  const seats: string[] = [];
  const print = (line: string): void => {
    if (line === 'first') repeated.write('seat\nseat ses_1/bob\nfirst\n');
  };
  const lines = new ConfirmedLines(repeated, print, (seat) => seats.push(seat));
  await lines.hand('first', signal);
  expect(seats).toEqual(['', 'ses_1/bob']);
  const second = lines.hand('second', signal);
  repeated.end();
  await expect(second).rejects.toThrow('the program has not taken what its plugin handed it');
  expect(lines.ended.aborted).toBe(true);
});
