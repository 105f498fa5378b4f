import { afterAll, expect, test } from 'vitest';
import type { EditTask } from './edit-text.ts';
import { EditThread, isQuick } from './edit-thread.ts';

const thread = new EditThread();
afterAll(() => thread[Symbol.asyncDispose]());

const base = Array.from({ length: 500 }, (_, index) => `line ${String(index)} ${'x'.repeat(36)}\n`).join('');
const edits = Array.from({ length: 100 }, (_, index) => ({
  replace: { old: `line ${String(index * 4 + 1)} `, new: `edited ${String(index)} `, all: false },
}));

test('a hundred edits are made in a thread, merged with as many of others', async () => {
  const current = base.replaceAll(/line (\d+)00 /g, 'theirs $100 ');
  const task = { base, current, edits, limitBytes: 1_100_000 };
  expect(isQuick(task)).toBe(false);

  const outcome = await thread.inTurn('a', (make) => make(task));

  expect(outcome).toMatchObject({ kind: 'edited' });
  const { text } = outcome as { text: string };
  expect(text.match(/^edited /gm)).toHaveLength(100);
  expect(text.match(/^theirs /gm)).toHaveLength(4);
});

test('an edit of a small text needs no thread', () => {
  expect(isQuick({ base: 'a\nb\n', current: 'a\nc\n', edits: edits.slice(0, 1), limitBytes: 1000 })).toBe(true);
});

test('more large edits than can wait are refused', async () => {
  await using small = new EditThread({ maxWaiting: 1 });
  const edit = (document: string) => small.inTurn(document, (make) => make({ base, edits, limitBytes: 1_100_000 }));
  const first = edit('a');

  await expect(edit('a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  await expect(first).resolves.toMatchObject({ kind: 'edited' });
});

test('a heading counts as what is given', () => {
  const section = { section: { heading: ' '.repeat(1000), content: '' } };
  expect(isQuick({ base: '', edits: Array.from({ length: 10 }, () => section), limitBytes: 1000 })).toBe(true);
  expect(isQuick({ base: '', edits: Array.from({ length: 20 }, () => section), limitBytes: 1000 })).toBe(false);
});

/** Each edit replaces every character. */
const costly = {
  base: 'a'.repeat(300_000),
  edits: Array.from({ length: 20 }, (_, at) => ({
    replace: { old: at % 2 === 0 ? 'a' : 'b', new: at % 2 === 0 ? 'b' : 'a', all: true },
  })),
  limitBytes: 1_100_000,
};

test('an edit waits for a turn of each costly edit, and not for their end', async () => {
  const order: string[] = [];
  const edit = async (document: string, task: EditTask) => {
    const outcome = await thread.inTurn(document, (make) => make(task));
    order.push(document);
    return outcome;
  };
  const costlyEdits = ['one', 'two', 'three', 'four'].map((document) => edit(document, costly));
  await edit('own', { base, edits: edits.slice(0, 1), limitBytes: 1_100_000 });
  expect(order).toEqual(['own']);
  expect(await Promise.all(costlyEdits)).toMatchObject(costlyEdits.map(() => ({ kind: 'edited' })));
});
