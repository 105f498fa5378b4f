import { applyEvents, emptySessionState, type LogState } from '../apply-events.ts';
import type { Event } from '../events.ts';
import { computedTaskFields } from '../tasks.ts';
import { sha256 } from './chain.ts';
import { digestOf } from './digest.ts';
import { arrayAt, type Json, objectAt } from './shape.ts';
import { type FailureReason, VerificationFailed } from './verification-failed.ts';

export interface Counts {
  messages: number;
  notes: number;
  files: number;
  tasks: number;
  asks: number;
}

/** Throws for the first content of an export that differs from the state that its log leaves. */
export const checkContents = (whole: Json, events: readonly Json[]): Counts => {
  const { messages, notes, files, tasks = [], asks = [], compute } = whole;
  const logged = new LoggedContents(events);
  logged.checkNotes(arrayAt(notes, 'notes'));
  logged.checkFiles(arrayAt(files, 'files'));
  // The log does not prove the fields of a task that the service computes (TASK-19).
  logged.check('task', arrayAt(tasks, 'tasks'), without(...computedTaskFields));
  logged.check('ask', arrayAt(asks, 'asks'));
  logged.checkMessages(arrayAt(messages, 'messages'));
  logged.check('job', arrayAt(objectAt(compute, 'compute')['jobs'], 'compute.jobs'), lastingOf);
  const { messageCount, ...state } = logged.state;
  return {
    messages: messageCount,
    notes: state.notes.size,
    files: state.files.size,
    tasks: state.tasks.size,
    asks: state.asks.size,
  };
};

type Kind = 'note' | 'file' | 'task' | 'ask' | 'job';

interface LoggedVersion {
  seq: number;
  note: Json;
}

class LoggedContents {
  readonly state: LogState;
  readonly #messages: { seq: number; data: Json }[] = [];
  /** The versions of each note that is there. */
  readonly #versions = new Map<unknown, LoggedVersion[]>();
  /** The newest event of each thing. */
  readonly #newest = new Map<string, number>();

  constructor(events: readonly Json[]) {
    for (const event of events) this.#take(event);
    this.state = foldOf(events);
  }

  #take({ event: name, seq: at, data: entity }: Json): void {
    if (typeof name !== 'string' || typeof entity !== 'object' || entity === null) return;
    const [subject = ''] = name.split('.');
    const [seq, data] = [at as number, entity as Json];
    this.#newest.set(`${subject} ${String(data['id'])}`, seq);
    if (name === 'message.created') this.#messages.push({ seq, data });
    if (name === 'note.deleted') this.#versions.delete(data['id']);
    if (name !== 'note.created' && name !== 'note.updated') return;
    const versions = this.#versions.get(data['id']) ?? [];
    versions.push({ seq, note: data });
    this.#versions.set(data['id'], versions);
  }

  /** Checks that each thing is as its newest event has it, in what `compared` takes of it. */
  check(kind: Kind, told: readonly unknown[], compared: (entity: Json) => unknown = (entity) => entity): void {
    const left = new Map<unknown, unknown>(this.state[`${kind}s`]);
    const seen = new Set<unknown>();
    for (const value of told) {
      const item = objectAt(value, `The ${kind}`);
      const key = item[kind === 'file' ? 'path' : 'id'];
      if (seen.has(key)) fail(kind, `The ${kind} ${show(key)} stands twice.`);
      const logged = left.get(key) ?? fail(kind, `The log has no ${kind} ${show(key)}.`);
      if (digestOf(compared(item)) !== digestOf(compared(logged as Json))) {
        const seq = this.#seqOf(kind, logged);
        fail(kind, `The ${kind} ${show(key)} is not as event ${String(seq)} has it.`, seq);
      }
      seen.add(key);
      left.delete(key);
    }
    for (const logged of left.values()) {
      const seq = this.#seqOf(kind, logged);
      fail(kind, `The ${kind} of event ${String(seq)} is missing.`, seq);
    }
  }

  #seqOf(kind: Kind, logged: unknown): number | undefined {
    return this.#newest.get(`${kind} ${(logged as { id: string }).id}`);
  }

  checkNotes(told: readonly unknown[]): void {
    const notes = told.map((value) => objectAt(value, 'A note'));
    this.check('note', notes, without('history'));
    for (const { id, history } of notes) this.#checkHistory(id, arrayAt(history, 'history'));
  }

  /** Checks that each version of a note is as its event has it. */
  #checkHistory(id: unknown, told: readonly unknown[]): void {
    const versions = this.#versions.get(id) ?? [];
    const toldDigests = new Set(told.map(digestOf));
    for (const { seq, note } of versions) {
      if (toldDigests.has(digestOf(versionOf(note, seq)))) continue;
      const version = `Version ${show(note['version'])} of the note ${show(id)}`;
      fail('note', `${version} is not as event ${String(seq)} has it.`, seq);
    }
    if (told.length === versions.length) return;
    fail('note', `The history of the note ${show(id)} has other versions than the log.`);
  }

  checkFiles(told: readonly unknown[]): void {
    const files = told.map((value) => objectAt(value, 'A file'));
    this.check('file', files, without('content'));
    for (const file of files) {
      if (sha256(bytesOf(file)) === file['contentHash']) continue;
      fail('file', `The content of the file ${show(file['path'])} does not have its hash.`);
    }
  }

  checkMessages(told: readonly unknown[]): void {
    for (const [index, { seq, data }] of this.#messages.entries()) {
      if (index >= told.length) fail('message', `The message of event ${String(seq)} is missing.`, seq);
      if (digestOf(told[index]) !== digestOf(data)) {
        fail('message', `The message of event ${String(seq)} was changed.`, seq);
      }
    }
    if (told.length > this.#messages.length) fail('message', 'There is a message that the log does not have.');
  }
}

/** The state that a log leaves. Nothing but its chain is proven yet, so its entities may have any form. */
const foldOf = (events: readonly Json[]): LogState => {
  let seq = 0;
  const counted = function* () {
    for (const event of events) {
      seq = event['seq'] as number;
      yield event as unknown as Event;
    }
  };
  try {
    return applyEvents(emptySessionState, counted());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return fail('format', `Event ${String(seq)} has another form than a service writes.`, seq);
  }
};

/** The fields of a job that its newest event proves. */
const lastingOf = ({ id, seq, status, type, label, submittedBy, cost, createdAt }: Json): Json => ({
  id,
  seq,
  status,
  type,
  label,
  submittedBy,
  cost,
  createdAt,
});

const without =
  (...fields: readonly string[]) =>
  (entity: Json): Json =>
    Object.fromEntries(Object.entries(entity).filter(([field]) => !fields.includes(field)));

const bytesOf = ({ content, encoding }: Json): string | Uint8Array => {
  if (typeof content !== 'string') return fail('file', 'A file has no content.');
  return encoding === 'base64' ? Buffer.from(content, 'base64') : content;
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
