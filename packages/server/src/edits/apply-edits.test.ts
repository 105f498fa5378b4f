import type { Edit } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { editText } from './edit-text.ts';

const replace = (old: string, by: string, all = false) => ({ replace: { old, new: by, all } });
const section = (heading: string, content: string) => ({ section: { heading, content } });
const textAfter = (text: string, ...edits: Edit[]): unknown => {
  const outcome = editText({ base: text, edits, limitBytes: 1_000_000 });
  return outcome.kind === 'edited' ? outcome.text : outcome;
};

test('[EDIT-2] what is appended or prepended stands on lines of its own', () => {
  expect(textAfter('a', { append: 'b' })).toBe('a\nb');
  expect(textAfter('a\n', { append: 'b' })).toBe('a\nb');
  expect(textAfter('a', { prepend: 'b' })).toBe('b\na');
  expect(textAfter('', { append: 'b' }, { prepend: 'a' })).toBe('a\nb');
});

test('[EDIT-3] a text is replaced where it occurs once, or everywhere when asked', () => {
  expect(textAfter('one two one', replace('two', '2'))).toBe('one 2 one');
  expect(textAfter('one two one', replace('one', '$& 1', true))).toBe('$& 1 two $& 1');
  expect(textAfter('one two one', replace('two', '2'), replace('one', '1'))).toEqual({
    kind: 'ambiguous',
    edit: 1,
    count: 2,
  });
  expect(textAfter('one', replace('two', '2', true))).toEqual({ kind: 'not_found', edit: 0 });
});

test('[EDIT-3] a text that would grow beyond the limit is refused before it is made', () => {
  const text = 'a'.repeat(1_000_000);
  expect(textAfter(text, replace('a', 'b'.repeat(1000), true))).toEqual({ kind: 'too_large' });
  expect(textAfter(text, replace('a', 'b'))).toEqual({ kind: 'ambiguous', edit: 0, count: 1_000_000 });
});

const document = `# Plan

Intro.

## Now

Work.

### Detail

More.

## Later

Rest.
`;

test('[EDIT-4] a section goes up to the next heading of the same or a higher level', () => {
  expect(textAfter(document, section('Now', 'Done.'))).toBe('# Plan\n\nIntro.\n\n## Now\nDone.\n## Later\n\nRest.\n');
  expect(textAfter(document, section('### Detail', 'Less.\n\n'))).toContain('Work.\n\n### Detail\nLess.\n\n## Later');
  expect(textAfter(document, section('Later', 'Gone.'))).toBe(document.replace('\nRest.\n', 'Gone.'));
  expect(textAfter('# A', section('A', 'Text'))).toBe('# A\nText');
});

test('[EDIT-4] a section that is not there is made at the end, and one heading that is there twice is ambiguous', () => {
  expect(textAfter('Text', section('### New', 'Body\n'))).toBe('Text\n\n### New\nBody\n');
  expect(textAfter('', section('New', 'Body'))).toBe('## New\nBody');
  expect(textAfter('# A\n## A\n', section('A', 'x'))).toEqual({ kind: 'ambiguous', edit: 0, count: 2 });
  expect(textAfter('# A\n## A\n', section('# A', 'x'))).toBe('# A\nx');
  expect(textAfter('## C# ##\n', section('C#', 'x'))).toBe('## C# ##\nx');
});

test('[EDIT-4] what looks like a heading inside a block of code is none', () => {
  const text = '## A\n```sh\n## B\n```\n~~~\n## B\n```\n## B\n~~~\n    ## B\n## C\n';
  expect(textAfter(text, section('A', 'x'))).toBe('## A\nx\n## C\n');
  expect(textAfter(text, section('B', 'x'))).toBe(`${text}\n## B\nx`);
});

test('[EDIT-6] a document whose lines all end with CRLF keeps them so', () => {
  const text = '## A\r\none\r\ntwo\r\n';
  expect(textAfter(text, { append: 'x\ny\n' })).toBe(`${text}x\r\ny\r\n`);
  expect(textAfter(text, replace('one\ntwo', 'three\nfour'))).toBe('## A\r\nthree\r\nfour\r\n');
  expect(textAfter(text, section('A', 'x\n'))).toBe('## A\r\nx\r\n');
  expect(textAfter('a\r\nb\n', { append: 'c\n' })).toBe('a\r\nb\nc\n');
});
