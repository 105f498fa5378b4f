import type { Checkpoint } from '../checkpoints.ts';
import type { Event } from '../events.ts';
import type { ExportedJob } from '../exports.ts';
import type { File } from '../files.ts';
import type { Job } from '../jobs.ts';
import type { Message } from '../messages.ts';
import type { Note, NoteVersion } from '../notes.ts';
import type { Observer, PublicSession, Seat } from '../sessions.ts';

/**
 * What the bundle `viewer/site-views.js` exports. It is built from `packages/web/src/site`, which declares itself by
 * these types; `load-views.ts` imports it.
 */
export interface SiteViews {
  /** Markdown as HTML, before it is sanitised. `agents` are those whose mentions are marked. */
  markdownHtml: (text: string, agents: ReadonlyMap<string, unknown>) => string;
  /**
   * Code as HTML, coloured by the language that `path` tells; undefined for an unknown one. It needs no sanitising: the
   * highlighter escapes the code and adds spans alone.
   */
  codeHtml: (text: string, path: string) => string | undefined;
  /** What is different line by line; undefined when the texts differ in too much to show. */
  compareLines: (before: string, after: string) => DiffLine[] | undefined;
  /** A view as HTML, rendered by the components of the page. */
  viewHtml: (view: SiteView) => string;
}

/** A text that somebody wrote: `html` is the text rendered and sanitised, undefined where it is shown as it was written. */
export interface Rendered {
  text: string;
  html: string | undefined;
  /** How many lines code has. */
  lines?: number;
}

/** Where what a view names lies, as seen from the page that shows it. */
export interface Links {
  entries?: ReadonlyMap<number, string>;
  /** By the id of the note; for a version that is not the newest, by `versionKey`. */
  notes?: ReadonlyMap<string, string>;
  files?: ReadonlyMap<string, string>;
  jobs?: ReadonlyMap<string, string>;
}

export const versionKey = (noteId: string, version: number): string => `${noteId} ${String(version)}`;

/** The id of the element that shows an entry. */
export const entryId = (seq: number): string => `e${String(seq)}`;

/** Of each text of a job a site shows so many characters. */
export const shownOfJob = 16 * 1024;

/** Whether a file is shown as a document, with its source a click away. */
export const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

export type NoteFacts = Omit<Note, 'content'>;

/** A job of the sandbox has all of these; one of a worker elsewhere may lack some. */
export type SiteJob = ExportedJob &
  Partial<
    Pick<Job, 'cost' | 'usage' | 'exitCode' | 'outputs' | 'warnings' | 'input' | 'stdoutTruncated' | 'stderrTruncated'>
  >;

/** An entry of the log, whose event holds no content of a note. */
export interface SiteEntry {
  event: Event;
  /** What was said. */
  words?: Rendered;
  /** What it answers, where that was not too long ago. */
  quoted?: Pick<Message, 'seq' | 'authorName' | 'content'>;
  /** The job that it submitted, as the job ended. */
  job?: Pick<SiteJob, 'id' | 'type' | 'status' | 'credits' | 'error' | 'usage' | 'exitCode'> & {
    outputCount: number;
  };
}

export interface SiteTab {
  href: string;
  says: string;
  count?: number;
  isCurrent: boolean;
}

/** What a part of a page shows: data, which a component of the page makes HTML of. */
export type SiteView = { links?: Links; seats?: readonly Seat[] } & (
  | { kind: 'top'; session: string; title: string | undefined; tabs: readonly SiteTab[] }
  | { kind: 'foot'; session: PublicSession; exportedAt: string; checkpoint: Checkpoint }
  | { kind: 'heading'; title: string }
  | { kind: 'summary'; session: PublicSession; holds: Readonly<Record<'message' | 'note' | 'file' | 'job', number>> }
  | { kind: 'entries'; entries: readonly SiteEntry[] }
  | { kind: 'turn'; label: string; number: number; back: Turn | undefined; on: Turn | undefined }
  | { kind: 'empty'; says: string }
  | { kind: 'notes'; notes: readonly NoteFacts[] }
  | {
      kind: 'note';
      note: NoteFacts;
      version: Omit<NoteVersion, 'content'>;
      words: Rendered;
      changes: Changes | undefined;
    }
  | { kind: 'history'; versions: readonly Omit<NoteVersion, 'content'>[]; isFirst: boolean }
  | { kind: 'files'; files: readonly File[] }
  | { kind: 'file'; file: File; words: Rendered | undefined; source: Rendered }
  | { kind: 'bytes'; file: File; isPicture: boolean; address: string }
  | { kind: 'job'; job: SiteJob; program: Rendered | undefined; pictures: ReadonlyMap<string, string> }
  | { kind: 'people'; seats: readonly Seat[] }
  | { kind: 'observers'; observers: readonly Observer[]; more: number }
);

export interface Turn {
  href: string;
  says: string;
}

/** What a version of a note changed; `lines` is undefined when that is too much to show. */
export interface Changes {
  since: number;
  lines: readonly DiffLine[] | undefined;
}

/** A line of a text beside an older one; a gap tells how many lines are left out. */
export interface DiffLine {
  kind: 'same' | 'add' | 'del' | 'gap';
  text: string;
}
