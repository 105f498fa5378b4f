import { type Endpoint, type ErrorCode, statusOfCode } from '@pairspace/protocol';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Turns } from '../../lib/turns.ts';
import { createGuideLinks } from '../guides/guide-links.ts';
import { readGuides } from '../guides/read-guides.ts';
import { type DescribedApi, describeInSteps } from '../openapi/endpoint.ts';
import type { Instance } from '../page/limits.ts';
import type { Markup } from '../page/markup.ts';
import { searchIndex } from '../search/search-index.ts';
import { guideChapters } from './guide-pages.ts';
import { layout } from './layout.ts';
import { objectGroupsOf } from './object-groups.ts';
import { conventionsPage, objectPages, sectionPage, tablePages } from './reference-pages.ts';
import { sectionsOf } from './sections.ts';
import { type Chapter, linkAcross, pagesOf } from './site-map.ts';
import { startPage } from './start-page.ts';
import { referenceStyle } from './style.ts';

export interface SiteOptions extends Instance {
  endpoints: Readonly<Record<string, Endpoint>>;
  /** Stands in pages for the address of the service. */
  address: Markup;
}

/** A file of the reference, which is made when it is asked for. */
export interface SiteFile {
  type: string;
  render: () => Promise<string> | string;
}

/** Every file of the reference, by its path. */
export type Site = ReadonlyMap<string, SiteFile>;

const html = 'text/html; charset=utf-8';

/** `npm run build:viewer` writes it, and the package ships it. */
const scriptFile = fileURLToPath(new URL('../../../viewer/reference.js', import.meta.url));

export const createSite = async (options: SiteOptions): Promise<Site> => {
  const { endpoints, components } = await describe(options.endpoints);
  const guides = await readGuides();
  const script = await readFile(scriptFile, 'utf8').catch(() => undefined);
  const sections = sectionsOf(endpoints);
  const objects = objectGroupsOf(sections, components);
  const codes = Object.keys(statusOfCode) as ErrorCode[];
  const places = new Map([
    ...sections.flatMap(({ slug, members }) => members.map(({ name }) => [name, `/docs/${slug}#${name}`] as const)),
    ...objects.flatMap(({ slug, names }) => names.map((name) => [name, `/docs/objects/${slug}#${name}`] as const)),
    ...codes.map((code) => [code, `/docs/errors#${code}`] as const),
    ['errors', '/docs/errors'] as const,
    ['event-names', '/docs/event-names'] as const,
  ]);
  const told = guideChapters(guides, createGuideLinks(guides, { endpoints: options.endpoints, places }));
  const chapters: Chapter[] = [
    {
      title: 'Reference',
      pages: [startPage({ sections, objects, codes, guides: told, address: options.address }), conventionsPage],
    },
    { title: 'Endpoints', pages: sections.map((section) => sectionPage(section, components)) },
    { title: 'Objects and tables', pages: [objectPages(objects, components), ...tablePages(components, options)] },
    ...told,
  ];
  return new Map([
    ...pageFiles(chapters, places, script !== undefined),
    ['/docs/reference.css', { type: 'text/css; charset=utf-8', render: () => referenceStyle }],
    [
      '/docs/search.json',
      {
        type: 'application/json; charset=utf-8',
        render: () => JSON.stringify(searchIndex({ sections, objects, components, guides })),
      },
    ],
    ...(script === undefined
      ? []
      : [['/docs/reference.js', { type: 'text/javascript; charset=utf-8', render: () => script }] as const]),
  ]);
};

const pageFiles = (
  chapters: readonly Chapter[],
  places: ReadonlyMap<string, string>,
  hasScript: boolean,
): (readonly [string, SiteFile])[] => {
  const pages = pagesOf(chapters);
  return pages.map((page, index) => {
    const render = async (): Promise<string> => {
      const [previous, next] = [pages[index - 1], pages[index + 1]];
      return linkAcross(layout({ page, chapters, previous, next, hasScript, content: await page.content() }), places);
    };
    return [page.path, { type: html, render }];
  });
};

/** Describes the endpoints without keeping others waiting. */
const describe = async (table: Readonly<Record<string, Endpoint>>): Promise<DescribedApi> => {
  const turns = new Turns();
  const steps = describeInSteps(table);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await turns.take();
  }
};
