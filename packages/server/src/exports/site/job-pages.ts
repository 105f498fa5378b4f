import type { ExportedJob } from '@pairspace/protocol';
import { timeHtml } from '../../events/entry-html.ts';
import { type Markup, markup } from '../../lib/markup.ts';
import { jobsOf } from '../sections.ts';
import { factList, nameHtml } from './facts.ts';
import type { SiteSource } from './outline.ts';
import { type LinkTo, pathOfTab, type SitePage } from './site-page.ts';
import { turnPage } from './turn-page.ts';

/** How much of an output is shown. */
const outputCharacters = 16 * 1024;

/** A page ends after so many jobs, or so much of them. */
const jobsAPage = 100;
const charactersAPage = 256 * 1024;

/** What was computed, newest first: on one page, and on as many more as it takes. */
export async function* jobPages(source: SiteSource, link: LinkTo): AsyncGenerator<SitePage> {
  const parts = jobParts(source);
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

async function* jobParts({ db, sessionId, sections }: SiteSource): AsyncGenerator<Markup[]> {
  let part: Markup[] = [];
  let characters = 0;
  for await (const job of jobsOf(sections, db, sessionId)) {
    const html = jobHtml(job);
    part.push(html);
    characters += html.text.length;
    if (part.length < jobsAPage && characters < charactersAPage) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}

const jobHtml = (job: ExportedJob): Markup => {
  const { id, type, label, status, submittedBy, credits, stdout, stderr, error, createdAt, finishedAt } = job;
  return markup`<section class="job">
<h2>${nameHtml(label ?? type)} <span class="tag status-${status}">${status}</span></h2>
${factList([
  ['Type', type],
  ['Submitted', markup`${timeHtml(createdAt)} by ${nameHtml(submittedBy.agentName)}`],
  ['Finished', finishedAt !== null && timeHtml(finishedAt)],
  ['Credits', credits],
  ['Error', error !== null && markup`${error.reason}: ${error.message}`],
  ['Id', markup`<code>${id}</code>`],
])}${outputHtml('Output', stdout)}${outputHtml('Errors', stderr)}</section>
`;
};

const outputHtml = (title: string, text: string | null): Markup | false =>
  text !== null &&
  text !== '' &&
  markup`<h3>${title}</h3>
<pre><code>${text.slice(0, outputCharacters)}</code></pre>
${text.length > outputCharacters && markup`<p class="soft">The rest of it is in the export as JSON.</p>`}`;
