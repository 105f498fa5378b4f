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

test('[EDIT-6] line breaks match alike, and what is written takes those of its place', () => {
  const text = '## A\r\none\r\ntwo\r\n';
  for (const given of ['x\ny\n', 'x\r\ny\r\n', 'x\ny\r\n']) {
    expect(textAfter(text, { append: given })).toBe(`${text}x\r\ny\r\n`);
    expect(textAfter(text, { prepend: given })).toBe(`x\r\ny\r\n${text}`);
    expect(textAfter(text, section('A', given))).toBe('## A\r\nx\r\ny\r\n');
    expect(textAfter(text, section('B', given))).toBe(`${text}\r\n## B\r\nx\r\ny\r\n`);
    expect(textAfter('# Log\n- one\n', { append: given })).toBe('# Log\n- one\nx\ny\n');
    expect(textAfter('', { append: given })).toBe(given);
  }
  expect(textAfter(text, replace('one\ntwo', 'three\nfour'))).toBe('## A\r\nthree\r\nfour\r\n');
  expect(textAfter('one\ntwo\n', replace('one\r\ntwo', 'a\r\nb\r\nc'))).toBe('a\nb\nc\n');
  expect(textAfter('one', replace('one', 'a\r\nb'))).toBe('a\r\nb');
});

test('[EDIT-6] in a text with both line breaks each place keeps its own', () => {
  const text = '# Log\n- one\n- two\r\n- three\r\n- four\n';
  expect(textAfter(text, replace('- two\n- three', '- 2\n- 3'))).toBe('# Log\n- one\n- 2\r\n- 3\r\n- four\n');
  expect(textAfter(text, replace('- one\r\n- two\r\n', '- 1\n- 2\n- 2b\n'))).toBe(
    '# Log\n- 1\n- 2\r\n- 2b\r\n- three\r\n- four\n',
  );
  expect(textAfter(text, replace('three', '3\n- 3b'))).toBe(text.replace('three', '3\r\n- 3b'));
  expect(textAfter(text, replace('four', '4\r\n- 4b'))).toBe(text.replace('four', '4\n- 4b'));
  expect(textAfter(text, replace('- ', '+ ', true))).toBe(text.replaceAll('- ', '+ '));
  expect(textAfter(text, { append: 'x\r\n' }, { prepend: 'y\r\n' })).toBe(`y\n${text}x\n`);
  expect(textAfter('a\r\nb\n', { prepend: 'x\n' })).toBe('x\r\na\r\nb\n');
});

test('[EDIT-13] a heading is found behind a byte order mark, in any normal form, and with signs that nobody sees', () => {
  expect(textAfter('\ufeff# Plan\n\ntext\n', section('# Plan', 'new\n'))).toBe('\ufeff# Plan\nnew\n');
  expect(textAfter('# A\n\ufeff# B\nb\n', section('B', 'x\n'))).toBe('# A\n\ufeff# B\nx\n');
  expect(textAfter('# A\n', section('\ufeff# A', 'x\n'))).toBe('# A\nx\n');
  expect(textAfter('# Caf\u00e9\n', section('Cafe\u0301', 'x\n'))).toBe('# Caf\u00e9\nx\n');
  expect(textAfter('# Cafe\u0301\n', section('# Caf\u00e9', 'x\n'))).toBe('# Cafe\u0301\nx\n');
  expect(textAfter('# Pl\u200ban\n', section('Plan', 'x\n'))).toBe('# Pl\u200ban\nx\n');
  expect(textAfter('\ufeff# Plan\n', { prepend: 'first' })).toBe('\ufefffirst\n# Plan\n');
});
