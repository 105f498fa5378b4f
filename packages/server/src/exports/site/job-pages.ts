import { type Markup, markup } from '../../lib/markup.ts';
import { jobsOf } from '../sections.ts';
import { jobHtml, type LinkToFile } from './job-html.ts';
import type { Outline, SiteSource } from './outline.ts';
import { type LinkTo, pathOfTab, type SitePage } from './site-page.ts';
import { turnPage } from './turn-page.ts';

/** A page ends after so many jobs, or so much of them. */
const jobsAPage = 100;
const charactersAPage = 256 * 1024;

/** What was computed, newest first: on one page, and on as many more as it takes. */
export async function* jobPages(source: SiteSource, { files }: Outline, link: LinkTo): AsyncGenerator<SitePage> {
  const pages = new Map(files.map(({ path, about }) => [about.path, path]));
  const parts = jobParts(source, (number, file) => {
    const page = pages.get(file);
    return page === undefined ? undefined : link(pathOf(number), page);
  });
  let part = await parts.next();
  for (let number = 1; number === 1 || !part.done; number++) {
    const following = await parts.next();
    const path = pathOf(number);
    const turn = turnPage({ number, goesOn: following.done !== true, pathOf, link: (to) => link(path, to), words });
    yield {
      path,
      tab: 'jobs',
      title: number === 1 ? 'Jobs' : `Jobs, page ${String(number)}`,
      body: part.done ? markup`<p>No jobs have run in this session.</p>` : markup`${turn}${part.value}${turn}`,
    };
    part = following;
  }
}

const pathOf = (number: number): string => (number === 1 ? pathOfTab.jobs : `jobs/${String(number)}.html`);

const words = { label: 'Pages of the jobs', back: 'Newer', on: 'Older' };

async function* jobParts(
  { db, sessionId, sections }: SiteSource,
  linkToFile: (number: number, path: string) => ReturnType<LinkToFile>,
): AsyncGenerator<Markup[]> {
  let number = 1;
  let part: Markup[] = [];
  let characters = 0;
  for await (const job of jobsOf(sections, db, sessionId)) {
    const html = jobHtml(job, (path) => linkToFile(number, path));
    part.push(html);
    characters += html.text.length;
    if (part.length < jobsAPage && characters < charactersAPage) continue;
    yield part;
    number++;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}
