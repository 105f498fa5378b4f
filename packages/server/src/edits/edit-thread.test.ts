import { afterAll, expect, test } from 'vitest';
import type { EditTask } from './edit-text.ts';
import { type Editor, EditThread, isQuick } from './edit-thread.ts';

const thread = new EditThread();
afterAll(() => thread[Symbol.asyncDispose]());

const base = Array.from({ length: 500 }, (_, index) => `line ${String(index)} ${'x'.repeat(36)}\n`).join('');
const edits = Array.from({ length: 100 }, (_, index) => ({
  replace: { old: `line ${String(index * 4 + 1)} `, new: `edited ${String(index)} `, all: false },
}));

const editor = (client: string, document = client): Editor => ({ address: '10.0.0.1', client, document });

test('a hundred edits are made in a thread, merged with as many of others', async () => {
  const current = base.replaceAll(/line (\d+)00 /g, 'theirs $100 ');
  const task = { base, current, edits, limitBytes: 1_100_000 };
  expect(isQuick(task)).toBe(false);

  const outcome = await thread.inTurn(editor('a'), (make) => make(task));

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
  const edit = (client: string) => small.inTurn(editor(client), (make) => make({ base, edits, limitBytes: 1_100_000 }));
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

test('an edit waits for a turn of somebody else’s costly edits, however many these are', async () => {
  const order: string[] = [];
  const edit = async (client: string, document: string, task: EditTask) => {
    const outcome = await thread.inTurn(editor(client, document), (make) => make(task));
    order.push(client);
    return outcome;
  };
  const hostile = Array.from({ length: 4 }, (_, index) => edit('hostile', String(index), costly));
  await edit('hostile', 'small', { base, edits: edits.slice(0, 1), limitBytes: 1_100_000 });
  await edit('honest', 'own', { base, edits: edits.slice(0, 1), limitBytes: 1_100_000 });
  expect(order).toEqual(['hostile', 'honest']);
  expect(await Promise.all(hostile)).toMatchObject(hostile.map(() => ({ kind: 'edited' })));
});
