import { expect, test } from 'vitest';
import { highlightCode } from './highlighter.ts';
import { colourWith, markdownHtml } from './markdown.ts';

/** Texts that hold the highlighter for seconds to minutes when nothing bounds it. */
const hostile: readonly (readonly [language: string, part: string])[] = [
  ['markdown', '[a]('],
  ['markdown', '[]('],
  ['c', '__'],
  ['java', '$$'],
  ['ini', '_'],
];

const linesOf = (part: string, length: number, characters: number): string =>
  `${part.repeat(length / part.length)}\n`.repeat(characters / length);

test('code that is made to be costly stays plain after a moment', () => {
  for (const [language, part] of hostile) {
    for (const text of [part.repeat(20_000 / part.length), linesOf(part, 100, 60_000), linesOf(part, 400, 60_000)]) {
      const before = process.cpuUsage();
      highlightCode(text, language, 100);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000, `${language} ${part}`).toBeLessThan(3000);
    }
  }
});

test('all blocks of a text share the time for colours, and the next text has its own', () => {
  let asked = 0;
  colourWith((code, _language, withinMs) => {
    asked++;
    const end = performance.now() + withinMs;
    while (performance.now() < end);
    return `<b>${code}</b>`;
  }, 20);
  const block = '```js\nlet x;\n```\n\n';
  markdownHtml(block.repeat(10));
  expect(asked).toBe(1);
  markdownHtml(block);
  expect(asked).toBe(2);
  colourWith(highlightCode, 2000);
  expect(markdownHtml(block)).toContain('hljs-keyword');
});

test('a text of beginnings of links and pictures is rendered in moments', () => {
  for (const part of ['[a](', '![', '[](', '` ', '[\n', '![<a>']) {
    const before = process.cpuUsage();
    markdownHtml(part.repeat(64_000 / part.length));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000, part).toBeLessThan(3000);
  }
});
