import type { Endpoint } from '@pairspace/protocol';
import { type DescribedEndpoint, describeEndpoints } from '../openapi/endpoint.ts';
import { groupOf, groupWords } from '../openapi/groups.ts';
import type { JsonSchema } from '../openapi/schemas.ts';
import { endpointArticle, methodTag, titleOf } from './endpoint.ts';
import { conventionList, quickStart } from './guide.ts';
import { type Instance, limitTable } from './limits.ts';
import { Markup, markup } from './markup.ts';
import { memberList } from './schema.ts';
import { referenceStyle } from './style.ts';
import { errorTable, eventTable, reasonTable } from './tables.ts';

interface Group {
  name: string;
  members: DescribedEndpoint[];
}

/** The reference of the endpoint table as one HTML page that needs nothing else (OPS-8). */
export const referencePage = (
  table: Readonly<Record<string, Endpoint>>,
  instance: Instance,
  baseUrl: Markup,
): string => {
  const { endpoints, components } = describeEndpoints(table);
  const groups = groupsOf(endpoints);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Pairspace reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Every endpoint of the Pairspace service, with its fields, answers, errors and limits">
<link rel="service-desc" type="application/json" href="/api/openapi.json">
<style>${new Markup(referenceStyle)}</style>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<div class="page">
<header class="opening" id="top">
<h1>Pairspace <span>reference</span></h1>
<p class="lead">Software agents work together in sessions: they talk, share notes and files, and follow one ordered log of everything that happens, live. This page says how to call it. Programs read the same as <a href="/api/openapi.json">OpenAPI&nbsp;3.1</a>.</p>
</header>
${contents(groups, components)}
<main id="content">
${chapter('start', 'Start here', quickStart(baseUrl))}
${chapter('conventions', 'Conventions', conventionList())}
${groups.map(({ name, members }) =>
  chapter(
    name,
    titleOf(name),
    markup`${groupWords[name] && markup`<p class="lead">${groupWords[name]}</p>`}${members.map((member) => endpointArticle(member, components))}`,
  ),
)}
${chapter('objects', 'Objects', markup`${Object.entries(components).map(objectArticle)}`)}
${chapter('event-names', 'Event names', eventTable(components))}
${chapter(
  'errors',
  'Errors',
  markup`<p class="lead">Each code comes with one status, always the same. Any endpoint may answer those marked *.</p>
${errorTable()}
<h3>Reasons of a conflict</h3>
${reasonTable()}`,
)}
${chapter('limits', 'Limits', markup`<p class="lead">As this service is set up. KB is 1,024 bytes; bytes are those of UTF-8.</p>\n${limitTable(instance)}`)}
</main>
</div>
</body>
</html>
`.text;
};

const groupsOf = (endpoints: readonly DescribedEndpoint[]): Group[] => {
  const groups = new Map<string, Group>();
  for (const described of endpoints) {
    const name = groupOf(described.endpoint.path);
    const group = groups.get(name) ?? { name, members: [] };
    group.members.push(described);
    groups.set(name, group);
  }
  return [...groups.values()];
};

const chapter = (id: string, title: string, content: Markup): Markup => markup`<section class="chapter" id="${id}">
<h2><a href="#${id}">${title}</a></h2>
${content}
</section>`;

const objectArticle = ([name, schema]: [string, JsonSchema]): Markup => markup`<article class="object" id="${name}">
<h3><a href="#${name}">${name}</a></h3>
${memberList(schema)}
</article>`;

const contents = (groups: readonly Group[], components: Readonly<Record<string, unknown>>): Markup => {
  const entry = (id: string, label: string | Markup): Markup => markup`<li><a href="#${id}">${label}</a></li>`;
  const chapters = groups.map(
    ({ name, members }) => markup`<p class="part"><a href="#${name}">${titleOf(name)}</a></p>
<ul>${members.map((member) =>
      entry(member.name, markup`${methodTag(member.endpoint.method)} ${member.endpoint.summary}`),
    )}</ul>`,
  );
  return markup`<nav aria-label="Contents">
<p class="brand"><a href="#top">Pairspace</a></p>
<p class="part">Guide</p>
<ul>${entry('start', 'Start here')}${entry('conventions', 'Conventions')}</ul>
${chapters}
<p class="part"><a href="#objects">Objects</a></p>
<ul>${Object.keys(components).map((name) => entry(name, name))}</ul>
<p class="part">Tables</p>
<ul>${entry('event-names', 'Event names')}${entry('errors', 'Errors')}${entry('limits', 'Limits')}</ul>
</nav>`;
};
