import { type File, pictureTypes, visibleText } from '@pairspace/protocol';
import { jobsOf } from '../sections.ts';
import type { SiteSource } from './site-source.ts';
import { shownOfJob, type SiteEntry, type SiteJob } from '@pairspace/protocol/site';

/** The facts about a job that are known before its page is made. */
export interface PlacedJob {
  /** The number of the page that shows the job. */
  page: number;
  card: NonNullable<SiteEntry['job']>;
}

/** The limits of a page: jobs, and their total size. */
const jobsAPage = 100;
const charactersAPage = 256 * 1024;

/** The limits of a job's pictures: their number, and the size of each. */
const shownPictures = 6;
const shownPictureBytes = 256 * 1024;

/** The pictures that a job wrote, in their present state in the session. */
export const picturesOf = ({ outputs = [] }: SiteJob, fileAt: (path: string) => File | undefined): File[] =>
  outputs
    .flatMap(({ path, written }) => (written ? (fileAt(path) ?? []) : []))
    .filter(({ mediaType, size }) => pictureTypes.includes(mediaType) && size <= shownPictureBytes)
    .slice(0, shownPictures);

/** The approximate number of characters of a job on its page. */
const sizeOf = (job: SiteJob, fileAt: (path: string) => File | undefined): number => {
  const texts = [job.stdout, job.stderr, job.input === undefined ? null : JSON.stringify(job.input)];
  const shown = texts.reduce((sum, text) => sum + visibleText(text?.slice(0, shownOfJob) ?? '').length, 0);
  return picturesOf(job, fileAt).reduce((sum, { size }) => sum + size, shown);
};

/** Assigns each job to a page, newest first. */
export const outlineJobs = async (
  { db, sessionId, sections }: SiteSource,
  files: ReadonlyMap<string, File>,
): Promise<Map<string, PlacedJob>> => {
  const placed = new Map<string, PlacedJob>();
  let page = 1;
  let count = 0;
  let characters = 0;
  for await (const job of jobsOf(sections, db, sessionId) as AsyncIterable<SiteJob>) {
    if (count === jobsAPage || characters >= charactersAPage) {
      page++;
      count = 0;
      characters = 0;
    }
    count++;
    characters += sizeOf(job, (path) => files.get(path));
    const { id, type, status, credits, error, usage, exitCode, outputs = [] } = job;
    const measured = {
      ...(usage && { usage }),
      ...(exitCode !== undefined && { exitCode }),
    };
    placed.set(id, { page, card: { id, type, status, credits, error, outputCount: outputs.length, ...measured } });
  }
  return placed;
};
