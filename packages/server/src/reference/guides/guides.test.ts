import { endpoints } from '@pairspace/protocol';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cutGuide } from './cut-guide.ts';
import { createGuideLinks } from './guide-links.ts';
import { guideList } from './guide-list.ts';
import { readGuides } from './read-guides.ts';
import { renderGuide } from './render-guide.ts';

const root = join(import.meta.dirname, '../../../../..');
const guides = await readGuides();
const places = new Map([['createNote', '/docs/notes#createNote']]);
const links = createGuideLinks(guides, { endpoints, places });

const rendered = (markdown: string, file = 'docs/story.md'): string => {
  const [part] = cutGuide(`# Title\n\n${markdown}`);
  return part ? renderGuide({ part, file, links }).text : '';
};

test('[DOCS-5] every guide of the list is there, and what is left out of `docs` is left out on purpose', async () => {
  expect(guides.map(({ guide }) => guide)).toEqual(guideList);
  const documents = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'));
  const shown = guideList.map(({ file }) => file.replace('docs/', ''));
  expect(documents.filter((name) => !shown.includes(name))).toEqual(['figures.md', 'proofs.md']);
});

test('[DOCS-5] a guide that a build lacks is left out', async () => {
  expect(await readGuides(join(root, 'nowhere'))).toEqual([]);
});

test('[DOCS-5] a long guide is cut at its chapters, and code is never taken for a heading', () => {
  const chapter = (title: string): string =>
    `## ${title}\n\n\`\`\`bash\n## no heading\n\`\`\`\n\n### Inner\n\n${'Words. '.repeat(2000)}\n`;
  const parts = cutGuide(
    `# Title\n\nIntroduction.\n<!-- a mark -->\n\n${chapter('First, of all')}${chapter('`Second`')}`,
  );
  expect(parts.map(({ slug, title }) => [slug, title])).toEqual([
    ['', 'Title'],
    ['first-of-all', 'First, of all'],
    ['second', 'Second'],
  ]);
  expect(parts[0]?.text).toBe('Introduction.');
  expect(parts.flatMap(({ headings }) => headings.map(({ id }) => id))).toEqual(['inner', 'inner-1']);
  expect(cutGuide('# Short\n\n## One\n\n## Two\n')).toHaveLength(1);
});

test('[DOCS-5] links between guides lead to their pages, also where a guide was cut', () => {
  expect(rendered('[a](webhooks.md)')).toContain('<a href="/docs/guides/webhooks">a</a>');
  expect(rendered('[a](operating.md#backup)')).toContain('<a href="/docs/guides/operating/backup">a</a>');
  expect(rendered('[a](operating.md#postgresql)')).toContain('<a href="/docs/guides/operating/backup#postgresql">');
  expect(rendered('[a](../SECURITY.md#what-the-chain-proves)')).toContain(
    '/docs/guides/security#what-the-chain-proves',
  );
  expect(rendered('[a](docs/workers.md)', 'SECURITY.md')).toContain('<a href="/docs/guides/workers">a</a>');
});

test('[DOCS-5] a link to what the service does not serve is a word, and one to elsewhere tells that place nothing', () => {
  expect(rendered('[a](../bench/results)')).toContain('<a class="source">a</a>');
  expect(rendered('[a](operating.md#nowhere)')).toContain('<a class="source">a</a>');
  expect(rendered('[a](https://example.org)')).toContain(
    '<a href="https://example.org" rel="noopener noreferrer">a</a>',
  );
  expect(rendered('[a](javascript:alert(1))')).not.toContain('<a');
});

test('[DOCS-5] an operation and a rule that a guide names are links', () => {
  expect(rendered('By `POST …/notes` it begins (NOTE-4).')).toBe(
    '<p>By <a href="/docs/notes#createNote"><code>POST …/notes</code></a> it begins (<a href="/docs/guides/spec/notes#NOTE-4">NOTE-4</a>).</p>\n',
  );
  expect(rendered('`POST /api/sessions/<id>/notes?x=1`')).toContain('<a href="/docs/notes#createNote">');
  expect(rendered('`POST …/nothing`, NONE-1, `NOTE-4`')).not.toContain('<a');
  expect(rendered('[see NOTE-4](webhooks.md)').match(/<a/g)).toHaveLength(1);
  expect(rendered('- **NOTE-4** holds.')).toContain('<li id="NOTE-4">');
});

test('[DOCS-5] raw HTML in a guide is text', () => {
  expect(rendered('<script>alert(1)</script> <b onclick="x">y</b>')).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick=&quot;x&quot;&gt;y&lt;/b&gt;</p>\n',
  );
});
