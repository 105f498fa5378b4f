import { expect, test } from 'vitest';
import { highlightCode } from './highlighter.ts';
import { colourWith, markdownHtml } from './markdown.ts';

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
