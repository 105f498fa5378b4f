import { askAfterImport, taskAfterImport } from '../after-import.ts';
import type { Ask } from '../asks.ts';
import type { EventSubject } from '../session-parts.ts';
import { computedTaskFields, type Task } from '../tasks.ts';
import { sha256 } from './chain.ts';
import { arrayAt, type Json, objectAt } from './shape.ts';
import { digestOf } from './digest.ts';
import { type FailureReason, VerificationFailed } from './verification-failed.ts';

interface Logged {
  seq: number;
  digest: string;
}

interface LoggedVersion extends Logged {
  /** The digest of the whole note at this version. */
  note: string;
}

interface LoggedTask extends Logged {
  /** The digest of the task as an import would leave it. */
  imported: string;
}

interface LoggedAsk extends Logged {
  /** The whole ask while it is open; otherwise undefined. */
  open: Ask | undefined;
}

interface ToldVersion {
  version: unknown;
  seq: unknown;
  digest: string;
}

interface ToldNote {
  version: unknown;
  digest: string;
  history: readonly ToldVersion[];
}

interface ToldFile {
  digest: string;
  hasItsHash: boolean;
}

interface JobFacts {
  seq: unknown;
  status: unknown;
  rest: string;
}

export interface Counts {
  messages: number;
  notes: number;
  files: number;
  tasks: number;
  asks: number;
}

/**
 * Compares the contents of an export with its log. The object keeps digests of both sides, so their order does not
 * matter, and the memory grows only with the number of items.
 */
export class LoggedContents {
  readonly #loggedMessages: Logged[] = [];
  /** Versions by note, as the log has them. */
  readonly #loggedNotes = new Map<unknown, Map<unknown, LoggedVersion>>();
  readonly #loggedFiles = new Map<unknown, Logged>();
  readonly #loggedTasks = new Map<unknown, LoggedTask>();
  readonly #loggedAsks = new Map<unknown, LoggedAsk>();
  readonly #loggedJobs = new Map<unknown, JobFacts & { seq: number }>();
  readonly #messages: string[] = [];
  readonly #notes = new Map<unknown, ToldNote>();
  readonly #files = new Map<unknown, ToldFile>();
  readonly #tasks = new Map<unknown, string>();
  readonly #asks = new Map<unknown, string>();
  readonly #jobs = new Map<unknown, JobFacts>();

  /** The reader of the events of each subject; null: no contents are compared with such events. */
  readonly #takers: Readonly<
    Record<EventSubject, ((change: string | undefined, entity: Json, seq: number, at: string) => void) | null>
  > = {
    session: (change, _entity, seq, at) => {
      if (change === 'imported') this.#import(seq, at);
    },
    message: (change, entity, seq) => {
      if (change === 'created') this.#loggedMessages.push({ seq, digest: digestOf(entity) });
    },
    note: (change, entity, seq) => {
      const { id, version } = entity;
      if (change === 'deleted') this.#loggedNotes.delete(id);
      if (change !== 'created' && change !== 'updated') return;
      const versions = this.#loggedNotes.get(id) ?? new Map<unknown, LoggedVersion>();
      versions.set(version, { seq, digest: digestOf(versionOf(entity, seq)), note: digestOf(entity) });
      this.#loggedNotes.set(id, versions);
    },
    file: (change, entity, seq) => {
      const { path } = entity;
      if (change === 'deleted') this.#loggedFiles.delete(path);
      if (change === 'updated') this.#loggedFiles.set(path, { seq, digest: digestOf(entity) });
    },
    agent: null,
    observer: null,
    task: (_change, entity, seq) => {
      const digest = digestOf(withoutComputed(entity));
      const imported = digestOf(withoutComputed(taskAfterImport(entity as unknown as Task)));
      this.#loggedTasks.set(entity['id'], { seq, digest, imported });
    },
    ask: (_change, entity, seq) => {
      const open = entity['status'] === 'open' ? (entity as unknown as Ask) : undefined;
      this.#loggedAsks.set(entity['id'], { seq, digest: digestOf(entity), open });
    },
    compute: null,
    job: (_change, entity, seq) => {
      this.#loggedJobs.set(entity['id'], { seq, status: entity['status'], rest: digestOf(lastingOf(entity)) });
    },
  };

  take({ event, seq, timestamp, data }: Json): void {
    if (typeof event !== 'string' || typeof data !== 'object' || data === null) return;
    const [subject = '', change] = event.split('.');
    if (!Object.hasOwn(this.#takers, subject)) return;
    this.#takers[subject as EventSubject]?.(change, data as Json, seq as number, String(timestamp));
  }

  /** The changes that follow from an import without events of their own (IMP-6). */
  #import(seq: number, at: string): void {
    for (const task of this.#loggedTasks.values()) task.digest = task.imported;
    for (const ask of this.#loggedAsks.values()) {
      if (ask.open) ask.digest = digestOf(askAfterImport(ask.open, { seq, at }));
      ask.open = undefined;
    }
    for (const job of this.#loggedJobs.values()) {
      if (job.status === 'pending' || job.status === 'running') job.status = 'cancelled';
    }
  }

  message(value: unknown): void {
    this.#messages.push(digestOf(value));
  }

  /** Takes a note, without its history, and the history, newest version first. */
  note(note: Json, history: readonly ToldVersion[]): void {
    if (this.#notes.has(note['id'])) fail('note', `The note ${show(note['id'])} stands twice.`);
    this.#notes.set(note['id'], {
      version: note['version'],
      digest: digestOf(note),
      history,
    });
  }

  file(value: unknown): void {
    const { content, ...file } = objectAt(value, 'A file');
    if (this.#files.has(file['path'])) fail('file', `The file ${show(file['path'])} stands twice.`);
    const hasItsHash = sha256(bytesOf(content, file)) === file['contentHash'];
    this.#files.set(file['path'], { digest: digestOf(file), hasItsHash });
  }

  task(value: unknown): void {
    const task = objectAt(value, 'A task');
    if (this.#tasks.has(task['id'])) fail('task', `The task ${show(task['id'])} stands twice.`);
    this.#tasks.set(task['id'], digestOf(withoutComputed(task)));
  }

  ask(value: unknown): void {
    const ask = objectAt(value, 'An ask');
    if (this.#asks.has(ask['id'])) fail('ask', `The ask ${show(ask['id'])} stands twice.`);
    this.#asks.set(ask['id'], digestOf(ask));
  }

  job(value: unknown): void {
    const job = objectAt(value, 'A job');
    if (this.#jobs.has(job['id'])) fail('job', `The job ${show(job['id'])} stands twice.`);
    this.#jobs.set(job['id'], { seq: job['seq'], status: job['status'], rest: digestOf(lastingOf(job)) });
  }

  /** Takes the contents of a whole export. */
  takeParts({ messages, notes, files, tasks = [], asks = [], compute }: Json): void {
    for (const value of arrayAt(notes, 'notes')) {
      const { history, ...note } = objectAt(value, 'A note');
      this.note(note, arrayAt(history, 'history').map(versionTold));
    }
    for (const value of arrayAt(files, 'files')) this.file(value);
    for (const value of arrayAt(tasks, 'tasks')) this.task(value);
    for (const value of arrayAt(asks, 'asks')) this.ask(value);
    for (const value of arrayAt(messages, 'messages')) this.message(value);
    for (const value of arrayAt(objectAt(compute, 'compute')['jobs'], 'compute.jobs')) this.job(value);
  }

  /** Throws for the first content that differs from the log. */
  check(): Counts {
    this.#checkNotes();
    this.#checkFiles();
    this.#checkTasks();
    this.#checkAsks();
    this.#checkMessages();
    this.#checkJobs();
    return {
      messages: this.#messages.length,
      notes: this.#notes.size,
      files: this.#files.size,
      tasks: this.#tasks.size,
      asks: this.#asks.size,
    };
  }

  #checkMessages(): void {
    for (const [index, { seq, digest }] of this.#loggedMessages.entries()) {
      const told = this.#messages[index];
      if (told === undefined) fail('message', `The message of event ${String(seq)} is missing.`, seq);
      if (told !== digest) fail('message', `The message of event ${String(seq)} was changed.`, seq);
    }
    if (this.#messages.length > this.#loggedMessages.length)
      fail('message', 'There is a message that the log does not have.');
  }

  #checkNotes(): void {
    const left = new Map(this.#loggedNotes);
    for (const [id, note] of this.#notes) {
      checkNote(id, note, left.get(id) ?? fail('note', `The log has no note ${show(id)}.`));
      left.delete(id);
    }
    for (const versions of left.values()) {
      const [first] = versions.values();
      fail('note', `The note of event ${String(first?.seq)} is missing.`, first?.seq);
    }
  }

  #checkFiles(): void {
    const left = new Map(this.#loggedFiles);
    for (const [path, { digest, hasItsHash }] of this.#files) {
      const logged = left.get(path) ?? fail('file', `The log has no file ${show(path)}.`);
      const { seq } = logged;
      if (digest !== logged.digest) fail('file', `The file ${show(path)} is not as event ${String(seq)} has it.`, seq);
      if (!hasItsHash) fail('file', `The content of the file ${show(path)} does not have its hash.`, seq);
      left.delete(path);
    }
    for (const { seq } of left.values()) fail('file', `The file of event ${String(seq)} is missing.`, seq);
  }

  /** Checks that each task equals its newest event, apart from the fields that the service computes (TASK-19). */
  #checkTasks(): void {
    const left = new Map(this.#loggedTasks);
    for (const [id, digest] of this.#tasks) {
      const logged = left.get(id) ?? fail('task', `The log has no task ${show(id)}.`);
      if (digest !== logged.digest)
        fail('task', `The task ${show(id)} is not as event ${String(logged.seq)} has it.`, logged.seq);
      left.delete(id);
    }
    for (const { seq } of left.values()) fail('task', `The task of event ${String(seq)} is missing.`, seq);
  }

  #checkAsks(): void {
    const left = new Map(this.#loggedAsks);
    for (const [id, digest] of this.#asks) {
      const logged = left.get(id) ?? fail('ask', `The log has no ask ${show(id)}.`);
      if (digest !== logged.digest)
        fail('ask', `The ask ${show(id)} is not as event ${String(logged.seq)} has it.`, logged.seq);
      left.delete(id);
    }
    for (const { seq } of left.values()) fail('ask', `The ask of event ${String(seq)} is missing.`, seq);
  }

  /** Checks that each job has the seq and status of its newest event, and the same lasting fields. */
  #checkJobs(): void {
    const left = new Map(this.#loggedJobs);
    for (const [id, { seq, status, rest }] of this.#jobs) {
      const logged = left.get(id) ?? fail('job', `The log has no job ${show(id)}.`);
      if (seq !== logged.seq || status !== logged.status || rest !== logged.rest)
        fail('job', `The job ${show(id)} is not as event ${String(logged.seq)} has it.`, logged.seq);
      left.delete(id);
    }
    for (const { seq } of left.values()) fail('job', `The job of event ${String(seq)} is missing.`, seq);
  }
}

/** A version of a note, as its history has it. */
export const versionTold = (value: unknown): ToldVersion => {
  const version = objectAt(value, 'A version of a note');
  return { version: version['version'], seq: version['seq'], digest: digestOf(version) };
};

/** The fields of a job that never change after its submission. */
const lastingOf = ({ id, type, label, submittedBy, cost, createdAt }: Json): Json => ({
  id,
  type,
  label,
  submittedBy,
  cost,
  createdAt,
});

const withoutComputed = (task: Json): Json =>
  Object.fromEntries(
    Object.entries(task).filter(([field]) => !(computedTaskFields as readonly string[]).includes(field)),
  );

const bytesOf = (content: unknown, { encoding }: Json): string | Uint8Array => {
  if (typeof content !== 'string') return fail('file', 'A file has no content.');
  return encoding === 'base64' ? Buffer.from(content, 'base64') : content;
};

/** Checks that a note equals its newest version, and each version its event. */
const checkNote = (id: unknown, note: ToldNote, versions: ReadonlyMap<unknown, LoggedVersion>): void => {
  const newest = versions.get(note.version);
  if (newest && note.digest !== newest.note) {
    fail('note', `The note ${show(id)} is not as event ${String(newest.seq)} has it.`, newest.seq);
  }
  for (const [version, { seq, digest }] of versions) {
    if (note.history.find((told) => told.version === version)?.digest === digest) continue;
    fail('note', `Version ${show(version)} of the note ${show(id)} is not as event ${String(seq)} has it.`, seq);
  }
  const { length } = note.history;
  if (newest && length === versions.size && length === note.version) return;
  fail('note', `The history of the note ${show(id)} has other versions than the log.`);
};

/** The version of a note that an event created. */
const versionOf = (note: Json, seq: unknown): Json => {
  const { id, noteId, sessionId, version, title, content, lastEditor: editor, updatedAt: createdAt } = note;
  return { id, noteId, sessionId, version, title, content, editor, seq, createdAt };
};

const show = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));

const fail = (reason: FailureReason, message: string, seq?: number): never => {
  throw new VerificationFailed(reason, message, { seq });
};
