import { afterAll, expect, test } from 'vitest';
import { EditThread, isQuick } from './edit-thread.ts';

const thread = new EditThread();
afterAll(() => thread[Symbol.asyncDispose]());

const base = Array.from({ length: 20_000 }, (_, index) => `line ${String(index)} ${'x'.repeat(36)}\n`).join('');
const edits = Array.from({ length: 100 }, (_, index) => ({
  replace: { old: `line ${String(index * 150 + 1)} `, new: `edited ${String(index)} `, all: false },
}));

test('[EDIT-9] a hundred edits of a megabyte are made in a thread, merged with as many of others', async () => {
  const current = base.replaceAll(/line (\d+)00 /g, 'theirs $100 ');
  const task = { base, current, edits, limitBytes: 1_100_000 };
  expect(isQuick(task)).toBe(false);

  const outcome = await thread.run(task);

  expect(outcome).toMatchObject({ kind: 'edited' });
  const { text } = outcome as { text: string };
  expect(text.match(/^edited /gm)).toHaveLength(100);
  expect(text.match(/^theirs /gm)).toHaveLength(199);
});

test('[EDIT-9] an edit of a small text needs no thread', () => {
  expect(isQuick({ base: 'a\nb\n', current: 'a\nc\n', edits: edits.slice(0, 1), limitBytes: 1000 })).toBe(true);
});

test('[EDIT-9] more large edits than can wait are refused', async () => {
  await using small = new EditThread({ maxWaiting: 1 });
  const first = small.run({ base, edits, limitBytes: 1_100_000 });

  await expect(small.run({ base, edits, limitBytes: 1_100_000 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  await expect(first).resolves.toMatchObject({ kind: 'edited' });
});
