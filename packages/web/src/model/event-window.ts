import type { Client } from '@pairspace/client';
import type { Event, Message, Note, PublicSession } from '@pairspace/protocol';
import { keepReading } from '../lib/keep-reading.ts';
import { EventMarks } from './event-marks.ts';
import { OpenQuestions } from './open-questions.ts';
import { TaskHistory } from './task-history.ts';

const pageEvents = 200;
/**
 * The greatest number of entries in memory. With more, the window drops entries far from the visible ones, until
 * `heldAfterwards` are left. The window reads a dropped entry again when the reader comes back to the entry.
 */
const mostHeld = 4000;
const heldAfterwards = 3000;
/** The number of entries that stay in memory before and after a pinned range, and at the end of the log. */
const keptAround = 400;
const keptAtEnd = 1000;

const wholeSession = /^session\.(created|updated|paused|completed)$/;

/**
 * The part of a log that this page holds. The `seq` of a log has no gaps, so the position of an entry is known before
 * the entry is read. Entries are read in pages when they come into sight.
 */
export class EventWindow {
  /** The newest `seq` of which this page knows. */
  lastSeq = 0;
  /** The mark of every entry that this page has ever read. */
  readonly marks = new EventMarks();
  readonly questions = new OpenQuestions();
  readonly tasks = new TaskHistory();
  /** The `seq` of every message that the service has reported as unread. */
  readonly #overdue = new Set<number>();
  /** The session as it was after each entry that changed the session, by `seq`. */
  readonly #sessions = new Map<number, PublicSession>();
  readonly #events = new Map<number, Event>();
  readonly #seqOfMessage = new Map<string, number>();
  readonly #repliesTo = new Map<string, Set<number>>();
  readonly #seqOfNoteVersion = new Map<string, number>();
  readonly #asked = new Map<number, Promise<void>>();
  readonly #client: Client;
  readonly #sessionId: string;
  readonly #onChange: () => void;
  /** The ranges of entries that stay in memory. */
  readonly #pins = new Set<readonly [first: number, last: number]>();
  /** Entries up to this `seq` are never dropped, because going back in time needs all of them. */
  #heldUntil = 0;

  constructor(client: Client, sessionId: string, onChange: () => void) {
    this.#client = client;
    this.#sessionId = sessionId;
    this.#onChange = onChange;
  }

  get(seq: number): Event | undefined {
    return this.#events.get(seq);
  }

  extendTo(lastSeq: number): void {
    this.lastSeq = Math.max(this.lastSeq, lastSeq);
  }

  add(events: readonly Event[]): void {
    for (const event of events) this.#keep(event);
    this.extendTo(events.at(-1)?.seq ?? 0);
    this.#drop();
  }

  messageById(id: string): Message | undefined {
    return this.#events.get(this.#seqOfMessage.get(id) ?? 0)?.data as Message | undefined;
  }

  /** The replies to a message that this page holds, in the order of the log. */
  repliesTo(id: string): Message[] {
    const seqs = [...(this.#repliesTo.get(id) ?? [])].sort((a, b) => a - b);
    return seqs.flatMap((seq) => (this.#events.get(seq)?.data as Message | undefined) ?? []);
  }

  /** The agents whose replies to a message this page holds; null stands for people. */
  answeredBy(id: string): ReadonlySet<string | null> {
    return new Set(this.repliesTo(id).map(({ authorAgentId }) => authorAgentId));
  }

  /** The content of a version of a note, if this page holds the entry that made the version. */
  noteContent(noteId: string, version: number): string | undefined {
    const note = this.#events.get(this.#seqOfNoteVersion.get(`${noteId} ${String(version)}`) ?? 0)?.data;
    return (note as Note | undefined)?.content;
  }

  #keep(event: Event): void {
    this.#events.set(event.seq, event);
    this.#note(event);
    if (event.event === 'message.created') this.#keepMessage(event.data);
    if (event.event === 'note.created' || event.event === 'note.updated') {
      const { id, version } = event.data;
      this.#seqOfNoteVersion.set(`${id} ${String(version)}`, event.seq);
    }
  }

  #note(event: Event): void {
    this.marks.add(event);
    this.tasks.add(event);
    if (event.event === 'message.created') this.questions.add(event.data);
    if (event.event === 'message.unread') this.#overdue.add(event.data.seq);
    if (wholeSession.test(event.event)) this.#sessions.set(event.seq, event.data as PublicSession);
  }

  isOverdue(seq: number): boolean {
    return this.#overdue.has(seq);
  }

  /** The session before an entry, once this page has gone through the whole log. */
  sessionBefore(seq: number): PublicSession | undefined {
    if (this.marks.size < this.lastSeq) return undefined;
    const before = Math.max(...[...this.#sessions.keys()].filter((one) => one < seq));
    return this.#sessions.get(before);
  }

  /** The entries that are held, oldest first. */
  held(): Event[] {
    return [...this.#events.values()].sort((a, b) => a.seq - b.seq);
  }

  /** Reads the log up to `until`, so that every entry has its mark. The entries of a short log stay in memory. */
  async scan(until: number, signal: AbortSignal): Promise<void> {
    const holds = until <= heldAfterwards;
    for await (const event of this.#client.followEvents({ sessionId: this.#sessionId, since: 0, signal })) {
      if (holds) this.#keep(event);
      else this.#note(event);
      if (event.seq % 1000 === 0) this.#onChange();
      if (event.seq >= until) break;
    }
    this.#onChange();
  }

  #keepMessage({ id, seq, replyTo }: Message): void {
    this.#seqOfMessage.set(id, seq);
    if (replyTo === null) return;
    const replies = this.#repliesTo.get(replyTo) ?? new Set<number>();
    this.#repliesTo.set(replyTo, replies.add(seq));
  }

  #drop(): void {
    if (this.#events.size <= this.#heldUntil + mostHeld) return;
    const pins = [...this.#pins];
    for (const [seq, event] of this.#events) {
      if (this.#events.size <= this.#heldUntil + heldAfterwards) return;
      const isPinned = pins.some(([first, last]) => seq >= first && seq <= last);
      if (isPinned || seq <= this.#heldUntil || seq > this.lastSeq - keptAtEnd) continue;
      this.#events.delete(seq);
      if (event.event === 'message.created') this.#dropMessage(event.data);
      if (event.event === 'note.created' || event.event === 'note.updated')
        this.#seqOfNoteVersion.delete(`${event.data.id} ${String(event.data.version)}`);
    }
  }

  #dropMessage({ id, seq, replyTo }: Message): void {
    this.#seqOfMessage.delete(id);
    const replies = this.#repliesTo.get(replyTo ?? '');
    replies?.delete(seq);
    if (replies?.size === 0) this.#repliesTo.delete(replyTo ?? '');
  }

  /**
   * Reads the entries from `first` to `last`, and keeps them and the entries around them in memory until the returned
   * function is called.
   */
  pin(first: number, last: number, around = keptAround): () => void {
    const pin = [first - around, last + around] as const;
    const left = new AbortController();
    this.#pins.add(pin);
    void keepReading(() => this.ensure(first, last), left.signal);
    return () => {
      left.abort();
      this.#pins.delete(pin);
    };
  }

  /** Reads the missing entries from `first` to `last`, both included. */
  async ensure(first: number, last: number): Promise<void> {
    const pages = new Set<number>();
    for (let seq = Math.max(1, first); seq <= Math.min(last, this.lastSeq); seq++)
      if (!this.#events.has(seq)) pages.add(Math.floor((seq - 1) / pageEvents));
    await Promise.all([...pages].map((page) => this.#read(page)));
  }

  #read(page: number): Promise<void> {
    const asked = this.#asked.get(page);
    if (asked) return asked;
    const reading = this.#readAll(page * pageEvents, (page + 1) * pageEvents).finally(() => this.#asked.delete(page));
    this.#asked.set(page, reading);
    return reading;
  }

  /** Reads the entries after `since` up to `until`. A page of large entries can come in several answers. */
  async #readAll(since: number, until: number): Promise<void> {
    let at = since;
    while (at < until) {
      const given = { sessionId: this.#sessionId, since: at, limit: pageEvents };
      const { items } = await this.#client.listEvents(given);
      if (items.length === 0) return;
      for (const event of items) this.#keep(event);
      this.#drop();
      this.#onChange();
      at = items.at(-1)?.seq ?? until;
    }
  }

  /** Reads the whole log up to an entry in one stream, oldest first. `onProgress` gets the share that was read. */
  async readWhole(until: number, onProgress: (share: number) => void, signal: AbortSignal): Promise<Event[]> {
    this.#heldUntil = Math.max(this.#heldUntil, until);
    const missing = this.#firstMissing();
    if (missing <= until) {
      const follow = { sessionId: this.#sessionId, since: missing - 1, signal };
      for await (const event of this.#client.followEvents(follow)) {
        this.#keep(event);
        if (event.seq % 500 === 0) onProgress(event.seq / until);
        if (event.seq >= until) break;
      }
    }
    return Array.from({ length: until }, (_, index) => this.#events.get(index + 1)).filter((event) => !!event);
  }

  #firstMissing(): number {
    let seq = 1;
    while (this.#events.has(seq)) seq++;
    return seq;
  }
}
