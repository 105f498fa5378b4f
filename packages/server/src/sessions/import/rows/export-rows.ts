import {
  Actor,
  AgentId,
  type Event,
  loggedEvents,
  type LoggedName,
  type Limits,
  PublicSession,
  Timestamp,
  utf8Bytes,
} from '@pairspace/protocol';
import type { ArchivedContent, ArchiveTaker } from '@pairspace/protocol/verify';
import { z } from 'zod';
import { entityIdOf } from '../../../events/append-event.ts';
import { stateAfter } from '../../../events/entity-store.ts';
import { chainStart, eventHash, type Unhashed } from '../../../events/event-hash.ts';
import { eventRowBytes, noMessage } from '../../../events/event-row.ts';
import type { LastRows, StagedRows } from '../staged-rows.ts';
import { AskRows } from './ask-rows.ts';
import { FileRows } from './file-rows.ts';
import { JobRows } from './job-rows.ts';
import { MessageRows } from './message-rows.ts';
import { NoteRows } from './note-rows.ts';
import { refuse } from './refuse.ts';
import { isDeeper, isIdOf, parseWith, RowBuffer } from './row-buffer.ts';
import { TaskRows } from './task-rows.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The events that are taken without a look at what they say. The session, its seats and its pool come from other parts
 * of the export, and an entity for which nothing else is kept is its newest event.
 */
type PlainEvent =
  | Extract<
      LoggedName,
      `session.${string}` | `observer.${string}` | `agent.${string}` | 'message.unread' | 'compute.updated'
    >
  | { [Name in LoggedName]: (typeof loggedEvents)[Name] extends { entity: string } ? Name : never }[LoggedName];

const mostSeats = 64;
/** A body has at most 64 levels (API-13). An event nests the entity that was made from the body some levels deeper. */
const mostLevels = 72;

const schemaOf = (event: z.ZodType, data: z.ZodType) =>
  z.object({
    seq: z.int().positive(),
    hash: z.string(),
    event,
    timestamp: Timestamp,
    sessionId: z.string(),
    actor: Actor,
    data,
  });

/** The schema of each event. */
const eventSchemas = Object.fromEntries(
  Object.entries(loggedEvents).map(([name, { data }]) => [name, schemaOf(z.literal(name), data)]),
) as unknown as Readonly<Record<LoggedName, z.ZodType>>;

/** An event of a later version: it is kept as it is, and changes nothing here. */
const laterEvent = schemaOf(
  z.string().regex(/^(?!session\.)[a-z]{1,32}\.[a-z]{1,32}$/),
  z.record(z.string(), z.unknown()),
);

/** Whether this version writes events of this name into a log that goes on. */
const isLogged = (name: unknown): name is LoggedName =>
  typeof name === 'string' && Object.hasOwn(loggedEvents, name) && name !== 'session.deleted';

/** Makes the rows of a session from its log. Refuses a log that no service of this version writes. */
export class ExportRows implements ArchiveTaker {
  readonly #buffer: RowBuffer;
  readonly #messages: MessageRows;
  readonly #notes: NoteRows;
  readonly #files: FileRows;
  readonly #tasks: TaskRows;
  readonly #asks: AskRows;
  readonly #jobs: JobRows;
  readonly #writers = new Set<string>();
  /** The keys that signed what the log had before each earlier import; undefined where none did. */
  readonly importedUnder: (string | undefined)[] = [];
  #hash = '';
  #lastSeq = 0;

  constructor(limits: Limits, importedAt: string) {
    const buffer = new RowBuffer(limits, importedAt);
    this.#buffer = buffer;
    this.#messages = new MessageRows(buffer);
    this.#notes = new NoteRows(buffer);
    this.#files = new FileRows(buffer);
    this.#tasks = new TaskRows(buffer);
    this.#asks = new AskRows(buffer);
    this.#jobs = new JobRows(buffer);
  }

  /** The id of the session, as soon as it is known. */
  get sessionId(): string | undefined {
    return this.#buffer.sessionId === '' ? undefined : this.#buffer.sessionId;
  }

  get storedBytes(): number {
    return this.#buffer.storedBytes;
  }

  /** The rows since the last call. */
  takeRows(): StagedRows {
    return this.#buffer.take();
  }

  begin(sessionId: string): void {
    if (!isIdOf('session', sessionId)) refuse('The id of the session is none that a service gives.');
    this.#buffer.sessionId = sessionId;
    this.#hash = chainStart(sessionId);
  }

  /** Makes the rows that are known only at the end of the log; `given` is the session as the log leaves it. */
  last(given: Json): LastRows & { session: PublicSession } {
    const session = this.#checkSession(given);
    this.#files.assertApart();
    this.#tasks.imported(this.#lastSeq + 1);
    this.#tasks.last();
    this.#asks.imported(this.#lastSeq + 1, this.#buffer.importedAt);
    return { session, ...this.#jobs.last(this.#lastSeq + 1) };
  }

  #checkSession(given: Json): PublicSession {
    const session = parseWith(PublicSession, given, 'The session');
    if (session.agents.length > session.maxAgents) refuse('The session has more agents than seats.');
    if (session.agents.length > mostSeats) refuse(`The session has more than ${String(mostSeats)} seats.`);
    for (const { agentId, agentName } of session.agents) {
      if (!AgentId.safeParse(agentId).success) refuse('The session has an agent with an id that is not allowed.');
      this.#buffer.assertName(agentName);
    }
    if (new Set(session.agents.map(({ agentId }) => agentId.toLowerCase())).size < session.agents.length) {
      refuse('Two seats of the session have the same agentId, or ids that differ in case alone.');
    }
    if (session.agents[0]?.role !== 'creator') refuse('The first seat of the session is not that of its creator.');
    this.#buffer.written.check('session', session);
    return session;
  }

  content(content: ArchivedContent): void {
    this.#files.content(content);
  }

  record({ kind, ...record }: Json): void {
    switch (kind) {
      case 'pool':
        this.#jobs.pool(record);
        break;
      case 'job':
        this.#jobs.job(record);
        break;
      case 'output':
        this.#jobs.output(record);
        break;
      // The jobs tell what each agent has used.
      case 'agentUsage':
      case 'presence':
        break;
      default:
        refuse(`A record is of the kind ${JSON.stringify(kind)}, which this service does not know.`);
    }
  }

  event(given: Json, data: string): void {
    const seq = given['seq'] as number;
    if (isDeeper(given, mostLevels)) refuse(`Event ${String(seq)} is nested too deep.`, seq);
    const name = given['event'];
    const isKnown = isLogged(name);
    const event = parseWith(isKnown ? eventSchemas[name] : laterEvent, given, 'The event', seq) as Event;
    this.#checkActor(event.actor, seq);
    if (isKnown) this.#checkPlace(event, seq);
    this.#buffer.written.event(event);
    const { actor } = event;
    const row: Unhashed = {
      seq,
      event: event.event,
      at: Date.parse(event.timestamp),
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      data,
    };
    const hash = eventHash(this.#buffer.sessionId, this.#hash, row);
    if (hash !== event.hash) refuse(`Event ${String(seq)} has fields that this service does not know.`, seq);
    this.#hash = hash;
    this.#messages.mark(seq);
    const columns = event.event === 'message.created' ? this.#messages.take(event.data, seq) : noMessage;
    const bytes = this.#takeEntity(event);
    this.#buffer.countBytes(utf8Bytes(data) + eventRowBytes + (bytes ?? 0));
    const entityId = isKnown ? entityIdOf(event.event, event.data) : null;
    this.#buffer.put('event', { ...row, hash, entity_id: entityId, bytes, ...columns });
    if (isKnown && 'entity' in loggedEvents[event.event]) this.#buffer.keepState(seq, stateAfter(row, event.data));
    this.#lastSeq = seq;
  }

  #checkPlace({ event, data }: Event, seq: number): void {
    const entity = data as Json;
    const declaration = loggedEvents[event];
    if ('seqField' in declaration && entity[declaration.seqField] !== seq) {
      refuse(`Event ${String(seq)} is about another event.`, seq);
    }
    const { sessionId } = this.#buffer;
    const isOther = 'sessionId' in entity && entity['sessionId'] !== sessionId;
    const isOtherSession = event.startsWith('session.') && event !== 'session.joined' && entity['id'] !== sessionId;
    if (isOther || isOtherSession) refuse(`Event ${String(seq)} is about another session.`, seq);
    if (declaration.kind === 'work' && !isIdOf(event.split('.')[0] ?? '', entity['id'])) {
      refuse(`Event ${String(seq)} is about something with an id that no service gives.`, seq);
    }
  }

  #checkActor(actor: Actor, seq: number): void {
    if (actor.kind === 'agent' && !AgentId.safeParse(actor.id).success) {
      refuse(`Event ${String(seq)} is of an agent with an id that is not allowed.`, seq);
    }
    this.#buffer.assertName(actor.name, seq);
    this.#buffer.assertName(actor.id, seq);
  }

  /** Returns the bytes that the event adds to those of the session, if they are not those of a file. */
  #takeEntity(event: Event): number | null {
    const { seq, timestamp, actor } = event;
    switch (event.event) {
      case 'note.created':
      case 'note.updated':
        this.#countWriter(`note ${event.data.id}`, actor);
        return this.#notes.changed(event.data, seq);
      case 'note.deleted':
        return this.#notes.deleted(event.data, seq);
      case 'file.updated':
        this.#countWriter(`file ${event.data.path}`, actor);
        this.#files.updated(event.data, seq);
        break;
      case 'file.deleted':
        this.#files.deleted(event.data, seq);
        break;
      case 'task.created':
      case 'task.claimed':
      case 'task.released':
      case 'task.ended':
      case 'task.updated':
        this.#tasks.changed(event.data, seq);
        break;
      case 'ask.created':
      case 'ask.ended':
        this.#asks.changed(event.data, seq);
        break;
      case 'job.updated':
        this.#jobs.changed(event.data);
        break;
      case 'session.imported':
        this.importedUnder.push(event.data.importedFrom.checkpoint?.keyId);
        this.#import(seq, timestamp);
        break;
      default:
        event.event satisfies PlainEvent | 'message.created';
    }
    return null;
  }

  /** Ends what an import leaves open, without events of its own. */
  #import(seq: number, at: string): void {
    this.#tasks.imported(seq);
    this.#asks.imported(seq, at);
    this.#jobs.imported(seq, at);
  }

  #countWriter(entity: string, actor: Actor): void {
    const key = `${actor.id} ${entity}`;
    if (actor.kind !== 'agent' || this.#writers.has(key)) return;
    this.#writers.add(key);
    this.#buffer.put('entity_writer', { entity, agent_id: actor.id });
  }
}
