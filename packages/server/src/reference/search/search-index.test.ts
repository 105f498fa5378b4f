import { endpoints, statusOfCode } from '@pairspace/protocol';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readGuides } from '../guides/read-guides.ts';
import { describeEndpoints } from '../openapi/endpoint.ts';
import { objectGroupsOf } from '../site/object-groups.ts';
import { sectionsOf } from '../site/sections.ts';
import { passagesOf } from './passages.ts';
import { searchIndex } from './search-index.ts';

const described = describeEndpoints(endpoints);
const sections = sectionsOf(described.endpoints);
const objects = objectGroupsOf(sections, described.components);
const index = searchIndex({ sections, objects, components: described.components, guides: await readGuides() });
const entries = index.flatMap(([path, above, found]) => found.map((entry) => ({ path, above, entry })));

test('[DOCS-6] the index holds every operation with its parameters, every object, error, heading and rule', () => {
  const anchors = new Set(entries.map(({ entry: [, anchor] }) => anchor));
  for (const name of [...Object.keys(endpoints), ...Object.keys(described.components), ...Object.keys(statusOfCode)])
    expect(anchors).toContain(name);
  expect(entries.find(({ entry }) => entry[1] === 'listEvents')).toMatchObject({
    path: '/docs/events',
    entry: [
      'operation',
      'listEvents',
      'GET /api/sessions/:sessionId/events',
      expect.any(String),
      expect.stringMatching(/\bsince\b.*\bwait\b/),
    ],
  });
  expect(entries.find(({ entry }) => entry[1] === 'NOTE-4')).toMatchObject({
    path: '/docs/guides/spec/notes',
    above: 'The contract › Notes',
  });
});

test('[DOCS-6] each object stands in one group, with the endpoints that answer it', () => {
  const names = objects.flatMap((group) => group.names);
  expect(names.toSorted()).toEqual(Object.keys(described.components).toSorted());
  expect(objects.find(({ slug }) => slug === 'notes')?.names).toContain('Note');
});

test('[DOCS-6] the name of each setting is found', () => {
  const words = JSON.stringify(entries.filter(({ path }) => path.startsWith('/docs/guides/operating'))).toLowerCase();
  for (const name of ['pairspace_data', 'pairspace_retain', 'pairspace_hosts', 'pairspace_job_rate_limit'])
    expect(words).toContain(name);
});

test('[DOCS-6] the index is smaller than 200,000 bytes, and than 60,000 compressed', () => {
  const bytes = Buffer.from(JSON.stringify(index));
  expect(bytes.length).toBeLessThan(200_000);
  expect(gzipSync(bytes).length).toBeLessThan(60_000);
});

test('[DOCS-6] a passage is known by how it begins and by its other words, without marks and code', () => {
  const [first, rule] = passagesOf({
    slug: '',
    title: 'Title',
    text: `Some \`code\` and a [link](x.md).\n\n\`\`\`bash\nsecret --code\n\`\`\`\n\n- **NOTE-4** ${'A rule about versions. '.repeat(6)}Zebras, NOTE_BYTES.`,
    headings: [],
    rules: ['NOTE-4'],
  });
  expect(first).toEqual({ id: '', title: 'Title', text: 'Some code and a link.', words: '' });
  expect(rule).toMatchObject({ id: 'NOTE-4', words: 'note_bytes zebras' });
});
