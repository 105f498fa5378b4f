import { codeMeanings } from '@pairspace/protocol';
import { guidePath } from '../guides/guide-list.ts';
import type { ReadGuide } from '../guides/read-guides.ts';
import type { JsonSchema } from '../openapi/schemas.ts';
import type { ObjectGroup } from '../site/object-groups.ts';
import type { Section } from '../site/sections.ts';
import { passagesOf } from './passages.ts';

/** An entry of a page: its kind, anchor, title, description and further words. */
type Entry = [
  kind: 'operation' | 'object' | 'error' | 'guide',
  anchor: string,
  title: string,
  text: string,
  words: string,
];

/** The entries of one page; the page's title stands before them. */
export type IndexedPage = [path: string, title: string, entries: Entry[]];

interface Searched {
  sections: readonly Section[];
  objects: readonly ObjectGroup[];
  components: Readonly<Record<string, JsonSchema>>;
  guides: readonly ReadGuide[];
}

/** The index for the search of the reference (DOCS-6). */
export const searchIndex = ({ sections, objects, components, guides }: Searched): IndexedPage[] => [
  ...sections.map(({ slug, members }): IndexedPage => [`/docs/${slug}`, '', members.map(operationEntry)]),
  ...objects.map(({ slug, names }): IndexedPage => [
    `/docs/objects/${slug}`,
    '',
    names.map((name) => ['object', name, name, Object.keys(components[name]?.properties ?? {}).join(', '), '']),
  ]),
  [
    '/docs/errors',
    '',
    Object.entries(codeMeanings).map(([code, meaning]) => ['error', code, code, meaning.replaceAll('`', ''), '']),
  ],
  ...guides.flatMap(guideEntries),
];

const operationEntry = ({ name, endpoint, parameters, body }: Section['members'][number]): Entry => {
  const fields = [...parameters.map((one) => one.name), ...Object.keys(body?.properties ?? {})];
  const words = [name, ...new Set(fields)].join(' ');
  return ['operation', name, `${endpoint.method} ${endpoint.path}`, endpoint.summary, words];
};

const guideEntries = ({ guide, parts }: ReadGuide): IndexedPage[] =>
  parts.map((part) => [
    part.slug === '' ? guidePath(guide) : `${guidePath(guide)}/${part.slug}`,
    part.slug === '' ? guide.title : `${guide.title} › ${part.title}`,
    // The part before the first heading has the title of the page.
    passagesOf(part).map(({ id, title, text, words }) => ['guide', id, id === '' ? '' : title, text, words]),
  ]);
