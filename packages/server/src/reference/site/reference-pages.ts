import { endpointArticle, methodTag } from '../page/endpoint.ts';
import { conventionList } from '../page/guide.ts';
import { type Instance, limitTable } from '../page/limits.ts';
import { type Markup, markup } from '../page/markup.ts';
import { memberList } from '../page/schema.ts';
import { errorTable, eventTable, reasonTable } from '../page/tables.ts';
import type { JsonSchema } from '../openapi/schemas.ts';
import type { ObjectGroup } from './object-groups.ts';
import type { Section } from './sections.ts';
import type { SitePage } from './site-map.ts';

type Components = Readonly<Record<string, JsonSchema>>;

const lead = (text: string | Markup): Markup => markup`<p class="lead">${text}</p>\n`;

export const conventionsPage: SitePage = {
  path: '/docs/conventions',
  title: 'Conventions',
  about:
    'What holds for every endpoint: requests, answers, tokens, order, lists, waiting, repeating, editing together.',
  anchors: [],
  content: () => markup`${lead('What holds for every endpoint.')}${conventionList()}`,
};

/** A page for each group of endpoints. */
export const sectionPage = ({ slug, title, about = title, members }: Section, components: Components): SitePage => ({
  path: `/docs/${slug}`,
  title,
  about,
  anchors: members.map(({ name, endpoint }) => ({
    id: name,
    label: markup`${methodTag(endpoint.method)} ${endpoint.summary}`,
  })),
  content: () => markup`${lead(about)}${members.map((member) => endpointArticle(member, components))}`,
});

/** The list of all objects, with a page for those of each section. */
export const objectPages = (groups: readonly ObjectGroup[], components: Components): SitePage => {
  const place = { path: '/docs/objects', title: 'Objects' };
  const about = 'What callers get: every object with its fields, beside the endpoints that answer it.';
  return {
    ...place,
    about,
    anchors: [],
    parts: groups.map(({ slug, title, names }) => ({
      path: `${place.path}/${slug}`,
      title: slug === 'other' ? title : `Objects: ${title.toLowerCase()}`,
      about: `The objects ${names.join(', ')}.`,
      parent: place,
      anchors: [],
      content: () => markup`${names.map((name) => objectArticle(name, components[name] ?? {}))}`,
    })),
    content: () =>
      markup`${lead(about)}${groups.map(
        ({ slug, title, names }) => markup`<h2><a href="${place.path}/${slug}">${title}</a></h2>
<ul class="names">${names.map((name) => markup`<li><a href="#${name}"><code>${name}</code></a></li>\n`)}</ul>`,
      )}`,
  };
};

const objectArticle = (name: string, schema: JsonSchema): Markup => markup`<article class="object" id="${name}">
<h2><a href="#${name}">${name}</a></h2>
${memberList(schema)}
</article>
`;

export const tablePages = (components: Components, instance: Instance): SitePage[] => [
  {
    path: '/docs/event-names',
    title: 'Event names',
    about: 'Every event of the log and every frame of live streams, with the object that it holds.',
    anchors: [],
    content: () =>
      markup`${lead('Every event of the log, and the frames that live streams alone have.')}${eventTable(components)}`,
  },
  {
    path: '/docs/errors',
    title: 'Errors',
    about: 'Every error code with its status, and the reasons of a conflict.',
    anchors: [],
    content:
      () => markup`${lead('Each code comes with one status, always the same. Any endpoint may answer those marked *.')}${errorTable()}
<h2>Reasons of a conflict</h2>
${reasonTable()}`,
  },
  {
    path: '/docs/limits',
    title: 'Limits',
    about: 'The limits of this service, and how more than that is refused.',
    anchors: [],
    content: () =>
      markup`${lead('As this service is set up. KB is 1,024 bytes; bytes are those of UTF-8.')}${limitTable(instance)}`,
  },
];
