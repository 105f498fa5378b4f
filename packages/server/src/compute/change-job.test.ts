import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { JobStatus } from '@pairspace/protocol';
import { assertTransition, transitions, type Trigger } from './change-job.ts';

test('[JOB-14] the specification shows the transitions that are made, and no others', async () => {
  const spec = await readFile(new URL('../../../../docs/spec.md', import.meta.url), 'utf8');
  const rows = spec.matchAll(/^\| `(\w+)` +\| ([^|]*)\| ([^|]*`[^|]*)\|$/gm);
  const names = (cell: string): string[] => Array.from(cell.matchAll(/`(\w+)`/g), ([, name = '']) => name);
  const shown = Array.from(rows, ([, by = '', from = '', to = '']) => [by, { from: names(from), to: names(to) }]);
  const made = Object.entries(transitions).map(([by, { from, to }]) => [
    by,
    { from: from.filter((name) => name !== 'none'), to },
  ]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(made));
});

test('[JOB-14] nothing leads out of an end', () => {
  for (const by of Object.keys(transitions) as Trigger[]) {
    for (const from of ['completed', 'failed', 'cancelled'] as const) {
      for (const to of JobStatus.options)
        expect(() => {
          assertTransition(by, from, to);
        }).toThrow('does not go');
    }
  }
});
