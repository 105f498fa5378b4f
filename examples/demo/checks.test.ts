import { expect, test } from 'vitest';
import { applyEdits, type Check, type Finding, measure, runChecks, shortList } from './checks.ts';
import { readDocument } from './document.ts';
import { languageChecks } from './language-checks.ts';
import { structureChecks } from './structure-checks.ts';
import { suggest } from './suggest.ts';

const files = ['there.md', 'a folder/x.txt'];
const structure = structureChecks((path) => files.includes(path));

const found = (checks: readonly Check[], text: string, name = 'text.md'): string[] =>
  runChecks(checks, readDocument(name, text)).map(({ check, line }) => `${String(line)} ${check}`);

test('headings: one title, no jumps, no twins, and none inside code', () => {
  const text = '# One\n\n### Jump\n\n## Same\n\nTwo\n===\n\n## Same\n\n```sh\n# not a heading\n```\n\nUnder\n-----\n';
  expect(found(structure, text)).toEqual(['7 title', '3 heading level', '10 same heading']);
});

test('links: headings and files that are not there', () => {
  const text = [
    '# A *bold* `Title`, with 2 parts!',
    'See [1](#a-bold-title-with-2-parts), [2](#nowhere), [3](there.md#x), [4](gone.md), [5](a%20folder/x.txt),',
    '[6](https://example.org/gone.md), [7](/absolute), `[8](code.md)`, ![](there.md) and [9][ref].',
    '',
    '[ref]: lost.md "with a title"',
  ].join('\n');
  expect(found(structure, text)).toEqual(['2 dead anchor', '2 dead link', '5 dead link', '3 image text']);
});

test('code: without its language, and never closed', () => {
  expect(found(structure, '# T\n\n```\nx\n```\n\n~~~~js\n```\n~~~~\n\n```ts\nopen\n')).toEqual([
    '3 bare fence',
    '11 open fence',
  ]);
});

test('other texts than Markdown have no structure to check, and an empty one has nothing to read', () => {
  expect(found(structure, '# a comment\n[x](gone)\n', 'script.sh')).toEqual([]);
  expect(found(structure, ' \n\n', 'empty.txt')).toEqual(['1 empty']);
});

test('language: each check finds its kind, on the line where it begins', () => {
  const long = `${'one more '.repeat(18)}end.`;
  const text = `Short one. And\nthe the other.\n\n- ${long}\n\nIt was written. TODO more\nVery good. \nÉté été 文字文字`;
  expect(found(languageChecks, text, 'text.txt')).toEqual([
    '4 long sentence',
    '2 doubled word',
    '6 passive',
    '7 filler',
    '6 open mark',
    '7 trailing space',
    '8 last line',
  ]);
});

test('two spaces that break a line of Markdown stay', () => {
  expect(found(languageChecks, 'broken  \nnot broken \n   \n')).toEqual(['2 trailing space', '3 trailing space']);
  expect(found(languageChecks, 'plain  \n', 'text.txt')).toEqual(['1 trailing space']);
});

test('only slips are fixed, several on one line, and line ends stay what they are', () => {
  const text = 'It was in in the the town of Baden Baden. \r\nWhat it is is\t\r\nlast';
  const edits = runChecks(languageChecks, readDocument('text.txt', text)).flatMap(({ edit }) => edit ?? []);
  expect(applyEdits(text, edits)).toBe('It was in the town of Baden Baden.\r\nWhat it is is\r\nlast\r\n');
});

test('what stands in code or in a link is known not to be prose', () => {
  const lines = ['# T', '', 'Run `just this` just now, see [here](just.md).', '', '```sh', 'just ', '``` ', 'just'];
  const document = readDocument('text.md', lines.join('\n'));
  const kinds = runChecks(languageChecks, document).map(({ check, line, column }) => {
    return `${String(line)} ${check}: ${document.notProse(line, column) ?? 'prose'}`;
  });
  expect(kinds).toEqual([
    '3 filler: code',
    '3 filler: prose',
    '3 filler: a link',
    '6 filler: code',
    '8 filler: prose',
    '6 trailing space: code',
    '7 trailing space: prose',
    '8 last line: prose',
  ]);
});

test('suggestions: the heading that was meant, the language that the code shows', () => {
  const text =
    '# Configuration\n\n[x](#confguration) [y](#other)\n\n```\n$ npm ci\n```\n\n```\n{"a": 1}\n```\n\n```\n???\n```\n';
  const document = readDocument('text.md', text);
  const edits = suggest(document, runChecks(structure, document)).map(({ edit }) => edit);
  expect(applyEdits(text, edits)).toBe(
    text.replace('#confg', '#config').replace('```\n$', '```sh\n$').replace('```\n{', '```json\n{'),
  );
  expect(suggest(document, [])).toEqual([]);
});

test('a short list keeps more of what can be fixed', () => {
  const edit = { line: 1, from: 0, to: 0, text: '' };
  const many: Finding[] = Array.from({ length: 2000 }, (_, line) => [
    { check: 'open', line, message: '' },
    { check: 'fixable', line, message: '', edit },
  ]).flat();
  expect(shortList(many).filter(({ check }) => check === 'open')).toHaveLength(300);
  expect(shortList(many).filter(({ check }) => check === 'fixable')).toHaveLength(700);
});

test('figures', () => {
  expect(measure(readDocument('a.txt', 'Hello again, hello world.\nIt’s 2 lines.\n'))).toEqual({
    lines: 2,
    words: 7,
    readingMinutes: 1,
    mostUsed: [['hello', 2]],
  });
});
