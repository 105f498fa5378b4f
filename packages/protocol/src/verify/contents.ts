import { isDeepStrictEqual } from 'node:util';
import type { EventSubject } from '../session-parts.ts';
import { computedTaskFields } from '../tasks.ts';
import { sha256 } from './chain.ts';
import { arrayAt, type Json, objectAt } from './shape.ts';
import { type FailureReason, VerificationFailed } from './verification-failed.ts';

interface Logged {
  seq: number;
  entity: Json;
}

/** Collects messages, notes and files from the log event by event, and compares the contents of an export with them. */
export class LoggedContents {
  readonly #messages: Logged[] = [];
  /** Versions by note, as the log has them. */
  readonly #notes = new Map<unknown, Map<unknown, Logged>>();
  readonly #files = new Map<unknown, Logged>();
  readonly #tasks = new Map<unknown, Logged>();
  readonly #asks = new Map<unknown, Logged>();
  #isFork = false;

  /** The reader of the events of each subject; null: contents are not compared with them. */
  readonly #takers: Readonly<Record<EventSubject, ((change: string | undefined, logged: Logged) => void) | null>> = {
    session: (change, { entity }) => {
      if (change === 'created') this.#isFork = entity['forkedFrom'] !== null;
    },
    message: (change, logged) => {
      if (change === 'created') this.#messages.push(logged);
    },
    note: (change, logged) => {
      const { id, version } = logged.entity;
      if (change === 'deleted') this.#notes.delete(id);
      if (change === 'created' || change === 'updated')
        this.#notes.set(id, (this.#notes.get(id) ?? new Map<unknown, Logged>()).set(version, logged));
    },
    file: (change, logged) => {
      const { path } = logged.entity;
      if (change === 'deleted') this.#files.delete(path);
      if (change === 'updated') this.#files.set(path, logged);
    },
    agent: null,
    observer: null,
    task: (_change, logged) => this.#tasks.set(logged.entity['id'], logged),
    ask: (_change, logged) => this.#asks.set(logged.entity['id'], logged),
    compute: null,
    job: null,
  };

  take({ event, seq, data }: Json): void {
    if (typeof event !== 'string' || typeof data !== 'object' || data === null) return;
    const [subject = '', change] = event.split('.');
    if (!Object.hasOwn(this.#takers, subject)) return;
    this.#takers[subject as EventSubject]?.(change, { seq: seq as number, entity: data as Json });
  }

  /** Throws for the first content that differs from the log. */
  check({ messages, notes, files, tasks = [], asks = [] }: Json): {
    messages: number;
    notes: number;
    files: number;
    tasks: number;
    asks: number;
    carried: number;
  } {
    const carried =
      this.#checkNotes(arrayAt(notes, 'notes')) +
      this.#checkFiles(arrayAt(files, 'files')) +
      this.#checkTasks(arrayAt(tasks, 'tasks'));
    this.#checkAsks(arrayAt(asks, 'asks'));
    this.#checkMessages(arrayAt(messages, 'messages'));
    const count = (list: unknown): number => (list as unknown[]).length;
    return {
      messages: count(messages),
      notes: count(notes),
      files: count(files),
      tasks: count(tasks),
      asks: count(asks),
      carried,
    };
  }

  #checkMessages(messages: readonly unknown[]): void {
    for (const [index, { seq, entity }] of this.#messages.entries()) {
      if (messages[index] === undefined) fail('message', `The message of event ${String(seq)} is missing.`, seq);
      if (!isDeepStrictEqual(messages[index], entity))
        fail('message', `The message of event ${String(seq)} was changed.`, seq);
    }
    if (messages.length > this.#messages.length) fail('message', 'There is a message that the log does not have.');
  }

  /** Returns the number of notes that came with the fork, which the log does not contain. */
  #checkNotes(notes: readonly unknown[]): number {
    const left = new Map(this.#notes);
    let carried = 0;
    for (const value of notes) {
      const note = objectAt(value, 'A note');
      const versions = left.get(note['id']) ?? new Map<unknown, Logged>();
      const isCarried = this.#isFork && note['copiedFrom'] !== null;
      if (!left.delete(note['id']) && !isCarried) fail('note', `The log has no note ${show(note['id'])}.`);
      checkNote(note, versions, isCarried);
      if (isCarried) carried++;
    }
    for (const versions of left.values()) {
      const [first] = versions.values();
      fail('note', `The note of event ${String(first?.seq)} is missing.`, first?.seq);
    }
    return carried;
  }

  #checkFiles(files: readonly unknown[]): number {
    const left = new Map(this.#files);
    let carried = 0;
    for (const value of files) {
      const { content, ...file } = objectAt(value, 'A file');
      const logged = left.get(file['path']);
      if (!left.delete(file['path']) && !this.#isFork) fail('file', `The log has no file ${show(file['path'])}.`);
      const { seq } = logged ?? {};
      if (logged && !isDeepStrictEqual(file, logged.entity)) {
        fail('file', `The file ${show(file['path'])} is not as event ${String(seq)} has it.`, seq);
      }
      if (sha256(bytesOf(content, file)) !== file['contentHash']) {
        fail('file', `The content of the file ${show(file['path'])} does not have its hash.`, seq);
      }
      if (!logged) carried++;
    }
    for (const { seq } of left.values()) fail('file', `The file of event ${String(seq)} is missing.`, seq);
    return carried;
  }

  /** A task is as its newest event has it, but for what the service computes when it answers (TASK-19). */
  #checkTasks(tasks: readonly unknown[]): number {
    const left = new Map(this.#tasks);
    let carried = 0;
    for (const value of tasks) {
      const task = objectAt(value, 'A task');
      const logged = left.get(task['id']);
      if (!left.delete(task['id']) && !this.#isFork) fail('task', `The log has no task ${show(task['id'])}.`);
      if (logged && !isDeepStrictEqual(withoutComputed(task), withoutComputed(logged.entity))) {
        fail('task', `The task ${show(task['id'])} is not as event ${String(logged.seq)} has it.`, logged.seq);
      }
      if (!logged) carried++;
    }
    for (const { seq } of left.values()) fail('task', `The task of event ${String(seq)} is missing.`, seq);
    return carried;
  }

  /** An ask is as its newest event has it (ASK-12). A fork carries none. */
  #checkAsks(asks: readonly unknown[]): void {
    const left = new Map(this.#asks);
    for (const value of asks) {
      const ask = objectAt(value, 'An ask');
      const logged = left.get(ask['id']);
      if (!logged) fail('ask', `The log has no ask ${show(ask['id'])}.`);
      left.delete(ask['id']);
      if (!isDeepStrictEqual(ask, logged?.entity)) {
        fail('ask', `The ask ${show(ask['id'])} is not as event ${String(logged?.seq)} has it.`, logged?.seq);
      }
    }
    for (const { seq } of left.values()) fail('ask', `The ask of event ${String(seq)} is missing.`, seq);
  }
}

const withoutComputed = (task: Json): Json =>
  Object.fromEntries(
    Object.entries(task).filter(([field]) => !(computedTaskFields as readonly string[]).includes(field)),
  );

const bytesOf = (content: unknown, { encoding }: Json): string | Uint8Array => {
  if (typeof content !== 'string') return fail('file', 'A file has no content.');
  return encoding === 'base64' ? Buffer.from(content, 'base64') : content;
};

/**
 * A note must be its newest version, and each version must equal its event. The first version of a carried note has no
 * event.
 */
const checkNote = (note: Json, versions: ReadonlyMap<unknown, Logged>, isCarried: boolean): void => {
  const { history: listed, ...present } = note;
  const history = arrayAt(listed, 'history').map((version) => objectAt(version, 'A version of a note'));
  const newest = versions.get(note['version']);
  if (newest && !isDeepStrictEqual(present, newest.entity)) {
    fail('note', `The note ${show(note['id'])} is not as event ${String(newest.seq)} has it.`, newest.seq);
  }
  const first = history.at(-1);
  for (const { seq, entity } of versions.values()) {
    const told = history.find(({ version }) => version === entity['version']);
    if (told && isDeepStrictEqual(told, versionOf(entity, seq))) continue;
    fail(
      'note',
      `Version ${show(entity['version'])} of the note ${show(note['id'])} is not as event ${String(seq)} has it.`,
      seq,
    );
  }
  const isWhole = history.length === versions.size + (isCarried ? 1 : 0) && history.length === note['version'];
  if (isWhole && (!isCarried || newest || isDeepStrictEqual(versionOf(present, first?.['seq']), first))) return;
  fail('note', `The history of the note ${show(note['id'])} has other versions than the log.`);
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
