import type { Checkpoint } from '../checkpoints.ts';
import type { Event } from '../events.ts';
import type { ExportedJob } from '../exported-entities.ts';
import type { File } from '../files.ts';
import type { Job } from '../jobs.ts';
import type { Message } from '../messages.ts';
import type { Note, NoteVersion } from '../notes.ts';
import type { Observer, PublicSession, Seat } from '../sessions.ts';
import type { Ask } from '../asks.ts';
import type { Task } from '../tasks.ts';

/**
 * The exports of the bundle `viewer/site-views.js`. The bundle is built from `packages/web/src/site`, which implements
 * these types; `load-views.ts` imports it.
 */
export interface SiteViews {
  /** Markdown as HTML, not yet sanitised. Mentions of `agents` are marked. */
  markdownHtml: (text: string, agents: ReadonlyMap<string, unknown>) => string;
  /**
   * Code as HTML with highlighting for the language of `path`; undefined for an unknown language. It needs no
   * sanitising: the highlighter escapes the code and only adds spans.
   */
  codeHtml: (text: string, path: string) => string | undefined;
  /** The differences line by line; undefined when the texts differ too much. */
  compareLines: (before: string, after: string) => DiffLine[] | undefined;
  /** A view as HTML, rendered by the components of the page. */
  viewHtml: (view: SiteView) => string;
}

/** A text of a person or agent. `html` is the rendered, sanitised text; undefined if the text is shown unrendered. */
export interface Rendered {
  text: string;
  html: string | undefined;
  /** The number of lines of code. */
  lines?: number;
}

/** The URLs of the entities in a view, relative to its page. */
export interface Links {
  entries?: ReadonlyMap<number, string>;
  /** By the id of the note; earlier versions by `versionKey`. */
  notes?: ReadonlyMap<string, string>;
  files?: ReadonlyMap<string, string>;
  jobs?: ReadonlyMap<string, string>;
  tasks?: ReadonlyMap<string, string>;
  asks?: ReadonlyMap<string, string>;
}

export const versionKey = (noteId: string, version: number): string => `${noteId} ${String(version)}`;

/** The id of the element that shows an entry. */
export const entryId = (seq: number): string => `e${String(seq)}`;

/** The number of characters of each text of a job that a site shows. */
export const shownOfJob = 16 * 1024;

/** Whether a file is shown as a document, with a link to its source. */
export const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

/** The fields of a task in a table. */
export type SiteTask = Pick<
  Task,
  'id' | 'number' | 'title' | 'status' | 'assignee' | 'offeredTo' | 'dependsOn' | 'priority'
>;

/** The fields of an ask in a table. */
export type SiteAsk = Pick<Ask, 'id' | 'title' | 'askedBy' | 'status'> & {
  /** The answer in one text, with a bounded part of its words. */
  answer: string | null;
  answeredBy: string | null;
};

export type NoteFacts = Omit<Note, 'content'>;

/** A job of the sandbox has all of these fields; a job of a worker may lack some. */
export type SiteJob = ExportedJob &
  Partial<
    Pick<Job, 'cost' | 'usage' | 'exitCode' | 'outputs' | 'warnings' | 'input' | 'stdoutTruncated' | 'stderrTruncated'>
  >;

/** An entry of the log, without the content of notes. */
export interface SiteEntry {
  event: Event;
  /** The text of a message. */
  words?: Rendered;
  /** The message to which this message replies, if that message is recent. */
  quoted?: Pick<Message, 'seq' | 'authorName' | 'content'>;
  /** The job whose submission the event records, in its state at the time of the export. */
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

/** The data of a part of a page, from which a component makes HTML. */
export type SiteView = { links?: Links; seats?: readonly Seat[] } & (
  | { kind: 'top'; session: string; title: string | undefined; tabs: readonly SiteTab[] }
  | { kind: 'foot'; session: PublicSession; exportedAt: string; checkpoint: Checkpoint }
  | { kind: 'heading'; title: string }
  | { kind: 'summary'; session: PublicSession; holds: Readonly<Record<'message' | 'note' | 'file' | 'job', number>> }
  | { kind: 'entries'; entries: readonly SiteEntry[] }
  | { kind: 'turn'; label: string; number: number; back: Turn | undefined; on: Turn | undefined }
  | { kind: 'empty'; says: string }
  | { kind: 'tasks'; tasks: readonly SiteTask[]; after: ReadonlyMap<string, readonly number[]> }
  | { kind: 'asks'; asks: readonly SiteAsk[] }
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

/** The changes of a note's version; `lines` is undefined if they are too many to show. */
export interface Changes {
  since: number;
  lines: readonly DiffLine[] | undefined;
}

/** A line of the comparison of two texts; a gap tells how many equal lines are left out. */
export interface DiffLine {
  kind: 'same' | 'add' | 'del' | 'gap';
  text: string;
}
