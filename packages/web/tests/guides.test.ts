import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guides, renderGuide } from '../build/guides.ts';

const root = join(import.meta.dirname, '../../..');

test('every guide of the list is there, and the others are left out on purpose', async () => {
  for (const { file } of guides) expect((await readFile(join(root, file), 'utf8')).length).toBeGreaterThan(100);
  const documents = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'));
  const shown = guides.map(({ file }) => file.replace('docs/', ''));
  expect(documents.filter((name) => !shown.includes(name))).toEqual(['figures.md', 'proofs.md']);
});

test('links between guides lead to their pages, and a link to what is not served is a word', () => {
  const rendered = (text: string, file = 'docs/story.md'): string => renderGuide(text, file);
  expect(rendered('[a](operating.md#backup)')).toBe('<p><a href="operating#backup">a</a></p>\n');
  expect(rendered('[a](docs/workers.md)', 'SECURITY.md')).toContain('href="workers"');
  expect(rendered('[a](../SECURITY.md)')).toContain('href="security"');
  expect(rendered('[a](#here)')).toContain('href="story#here"');
  expect(rendered('[a](../bench/results)')).toContain('<a>a</a>');
  expect(rendered('[a](https://example.org)')).toContain('href="https://example.org" rel="noopener noreferrer"');
  expect(rendered('[a](javascript:alert(1))')).not.toContain('<a');
});

test('headings and numbered rules have an anchor, and raw HTML is text', () => {
  expect(renderGuide('## Back up\n\n## Back up\n', 'docs/a.md')).toMatch(/id="back-up".*id="back-up-1"/s);
  expect(renderGuide('- **NOTE-4** holds.', 'docs/spec.md')).toContain('<li id="NOTE-4">');
  expect(renderGuide('<script>alert(1)</script>', 'docs/a.md')).toContain('&lt;script&gt;');
});
