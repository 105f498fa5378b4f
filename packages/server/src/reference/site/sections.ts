import type { Endpoint } from '@pairspace/protocol';
import type { DescribedEndpoint } from '../openapi/endpoint.ts';
import { groupOf, groupWords } from '../openapi/groups.ts';

/** The endpoints of one page. */
export interface Section {
  slug: string;
  title: string;
  about: string | undefined;
  members: DescribedEndpoint[];
}

/** Submitters of jobs and the machines that run them have different pages. */
const isForWorkers = ({ access, path }: Endpoint): boolean =>
  access === 'worker' || access === 'operator' || path.endsWith('/worker-token');

const slugOf = ({ endpoint }: DescribedEndpoint): string => {
  const group = groupOf(endpoint.path);
  return group === 'compute' && isForWorkers(endpoint) ? 'workers' : group;
};

const words: Readonly<Record<string, string>> = {
  ...groupWords,
  workers: 'Programs on other machines that take jobs, do them, and tell what came of them.',
};

const titles: Readonly<Record<string, string>> = {
  'create-keys': 'Create keys',
  events: 'Log and streams',
  history: 'File history',
  state: 'Past state',
  export: 'Exports',
  transcript: 'Transcripts',
  compute: 'Jobs and pools',
};

/** A page for each group of endpoints, in the order of the table. */
export const sectionsOf = (endpoints: readonly DescribedEndpoint[]): Section[] => {
  const sections = new Map<string, Section>();
  for (const described of endpoints) {
    const slug = slugOf(described);
    const title = titles[slug] ?? slug.charAt(0).toUpperCase() + slug.slice(1);
    const section = sections.get(slug) ?? { slug, title, about: words[slug], members: [] };
    section.members.push(described);
    sections.set(slug, section);
  }
  return [...sections.values()];
};
