import type { ExportedJob } from '@pairspace/protocol';
import { timeHtml } from '../../events/entry-html.ts';
import { type Markup, markup } from '../../lib/markup.ts';
import { jobsOf } from '../sections.ts';
import { factList, nameHtml } from './facts.ts';
import type { SiteSource } from './outline.ts';
import { pathOfTab, type SitePage } from './site-page.ts';

/** How much of an output is shown. */
const outputCharacters = 16 * 1024;

/** What was computed, newest first. */
export async function* jobPages({ db, sessionId, sections }: SiteSource): AsyncGenerator<SitePage> {
  const jobs: Markup[] = [];
  for await (const job of jobsOf(sections, db, sessionId)) jobs.push(jobHtml(job));
  yield {
    path: pathOfTab.jobs,
    tab: 'jobs',
    title: 'Jobs',
    body: jobs.length === 0 ? markup`<p>No jobs have run in this session.</p>` : markup`${jobs}`,
  };
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
