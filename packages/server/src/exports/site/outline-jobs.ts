import { type File, pictureTypes, visibleText } from '@pairspace/protocol';
import { jobsOf } from '../sections.ts';
import type { SiteSource } from './site-source.ts';
import { shownOfJob, type SiteEntry, type SiteJob } from '@pairspace/protocol/site';

/** What is known of a job before its page is made. */
export interface PlacedJob {
  /** The number of the page of jobs that shows it. */
  page: number;
  card: NonNullable<SiteEntry['job']>;
}

/** A page ends after so many jobs, or so much of them. */
const jobsAPage = 100;
const charactersAPage = 256 * 1024;

/** A job shows so many of the pictures that it wrote, and none that is larger. */
const shownPictures = 6;
const shownPictureBytes = 256 * 1024;

/** The pictures that a job wrote, as the session has them now. */
export const picturesOf = ({ outputs = [] }: SiteJob, fileAt: (path: string) => File | undefined): File[] =>
  outputs
    .flatMap(({ path, written }) => (written ? (fileAt(path) ?? []) : []))
    .filter(({ mediaType, size }) => pictureTypes.includes(mediaType) && size <= shownPictureBytes)
    .slice(0, shownPictures);

/** About how many characters of a page a job takes. */
const sizeOf = (job: SiteJob, fileAt: (path: string) => File | undefined): number => {
  const texts = [job.stdout, job.stderr, job.input === undefined ? null : JSON.stringify(job.input)];
  const shown = texts.reduce((sum, text) => sum + visibleText(text?.slice(0, shownOfJob) ?? '').length, 0);
  return picturesOf(job, fileAt).reduce((sum, { size }) => sum + size, shown);
};

/** Says on which page each job is, newest first. */
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
