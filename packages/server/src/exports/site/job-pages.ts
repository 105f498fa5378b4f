import type { Seat } from '@pairspace/protocol';
import { type Markup, markup } from '../../lib/markup.ts';
import { jobsOf } from '../sections.ts';
import { programOf, shownOfJob, type SiteJob } from '@pairspace/protocol/site';
import type { Outline } from './outline.ts';
import type { SiteSource } from './site-source.ts';
import { picturesOf } from './outline-jobs.ts';
import { addressOfBytes, isShownPicture } from './shown-picture.ts';
import { pathOfTab, type SiteMaker, type SitePage } from './site-page.ts';
import { turn } from './turn.ts';

export const pathOfJobs = (number: number): string => (number === 1 ? pathOfTab.jobs : `jobs/${String(number)}.html`);

const words = { label: 'Pages of the jobs', back: 'Newer', on: 'Older' };

/** The jobs, newest first, on as many pages as needed. */
export async function* jobPages(source: SiteSource, outline: Outline, maker: SiteMaker): AsyncGenerator<SitePage> {
  const { renderer, link } = maker;
  const last = Math.max(1, ...Array.from(outline.jobs.values(), ({ page }) => page));
  const files = new Map(outline.files.map((file) => [file.about.path, file]));
  const making: JobPagesContext = { ...maker, source, files, seats: outline.session.agents };
  const all = jobsOf(source.sections, source.db, source.sessionId)[Symbol.asyncIterator]();
  let next = await all.next();
  for (let number = 1; number <= last; number++) {
    const path = pathOfJobs(number);
    const made: Markup[] = [];
    let hasPicture = false;
    for (; next.done !== true && outline.jobs.get(next.value.id)?.page === number; next = await all.next()) {
      const one = await makeJob(making, next.value, path);
      made.push(one.html);
      hasPicture ||= one.hasPicture;
    }
    const turning = turn({ number, goesOn: number < last, pathOf: pathOfJobs, link: (to) => link(path, to), words });
    const turns = await renderer.views(...turning);
    if (outline.jobs.size === 0)
      made.push(await renderer.views({ kind: 'empty', says: 'No jobs have run in this session.' }));
    yield {
      path,
      tab: 'jobs',
      title: number === 1 ? 'Jobs' : `Jobs, page ${String(number)}`,
      hasPicture,
      body: markup`${turns}${made}${turns}`,
    };
  }
}

/** The inputs for the pages of jobs. */
interface JobPagesContext extends SiteMaker {
  source: SiteSource;
  files: ReadonlyMap<string, Outline['files'][number]>;
  seats: readonly Seat[];
}

/** Makes one job at a time, because each can be large. */
const makeJob = async (
  making: JobPagesContext,
  job: SiteJob,
  page: string,
): Promise<{ html: Markup; hasPicture: boolean }> => {
  const { renderer, link, files, seats } = making;
  const program = programOf(job.type, job.input);
  const pictures = await readPictures(making, job);
  const written = (job.outputs ?? []).flatMap(({ path }) => {
    const file = files.get(path);
    return file ? [[path, link(page, file.path)] as const] : [];
  });
  const html = await renderer.views({
    kind: 'job',
    job: shortened(job),
    program: program && (await renderer.code(program.text.slice(0, shownOfJob), program.path)),
    pictures,
    seats,
    links: { files: new Map(written) },
  });
  return { html, hasPicture: pictures.size > 0 };
};

const readPictures = async ({ source, files }: JobPagesContext, job: SiteJob): Promise<Map<string, string>> => {
  const { db, sessionId, sections } = source;
  const pictures = new Map<string, string>();
  for (const { path } of picturesOf(job, (path) => files.get(path)?.about)) {
    const file = await sections.file(db, sessionId, path);
    if (isShownPicture(file)) pictures.set(path, addressOfBytes(file));
  }
  return pictures;
};

/** A job with its output cut to the shown length plus one character, which indicates the cut. */
const shortened = (job: SiteJob): SiteJob => ({
  ...job,
  stdout: job.stdout?.slice(0, shownOfJob + 1) ?? null,
  stderr: job.stderr?.slice(0, shownOfJob + 1) ?? null,
});
