import { z } from 'zod';
import { Ask, askEndpoints, AskSummary } from './asks.ts';
import { computeEndpoints } from './compute.ts';
import { deletedOf } from './deleted.ts';
import { ExportedJob, ExportedNote } from './exported-entities.ts';
import { File, fileEndpoints, FileWithContent } from './files.ts';
import { forkEndpoints } from './forks.ts';
import { importEndpoints, ImportedSession } from './imports.ts';
import { SessionId } from './ids.ts';
import { JobOutputPiece, JobProgressPiece } from './job-output.ts';
import { JobSummary } from './jobs.ts';
import { claimEndpoints, leaseEndpoints, reportEndpoints } from './leases.ts';
import type { Limits } from './limits.ts';
import { Message, messageEndpoints, UnreadMessage } from './messages.ts';
import { Note, noteEndpoints, NoteSummary } from './notes.ts';
import { Pool } from './pools.ts';
import { MovedPosition } from './positions.ts';
import { Presence, presenceEndpoints, Typing } from './presence.ts';
import { joinEndpoints, seatEndpoints } from './seats.ts';
import { taskEndpoints } from './task-endpoints.ts';
import { Task, TaskSummary } from './tasks.ts';
import { uploadEndpoints } from './uploads.ts';
import { Observer, PublicSession, Seat, sessionEndpoints } from './sessions.ts';

// The parts of a session declare their endpoints, their events, and their places in its state and its export here.
// CONTRIBUTING.md lists the other files of a new part.

export * from './ask-limits.ts';
export * from './ask-options.ts';
export * from './asks.ts';
export * from './compute.ts';
export * from './exported-entities.ts';
export * from './after-import.ts';
export * from './files.ts';
export * from './imports.ts';
export * from './is-ended-task.ts';
export * from './job-output.ts';
export * from './jobs.ts';
export * from './leases.ts';
export * from './messages.ts';
export * from './notes.ts';
export * from './pools.ts';
export * from './positions.ts';
export * from './presence.ts';
export * from './seats.ts';
export * from './sessions.ts';
export * from './tasks.ts';

export const partEndpoints = (limits: Limits) => ({
  ...sessionEndpoints(limits),
  ...forkEndpoints(limits),
  ...importEndpoints(),
  ...joinEndpoints(limits),
  ...seatEndpoints(),
  ...messageEndpoints(limits),
  ...noteEndpoints(limits),
  ...fileEndpoints(limits),
  ...taskEndpoints(limits),
  ...askEndpoints(),
  ...computeEndpoints(limits),
  ...claimEndpoints(limits),
  ...leaseEndpoints(),
  ...uploadEndpoints(limits),
  ...reportEndpoints(limits),
  ...presenceEndpoints(),
});

const count = z.int().nonnegative();

/** The parts as they were after one event (TIME-2). */
export const stateParts = {
  notes: z.array(NoteSummary).meta({ description: 'The notes as they were, without content' }),
  files: z.array(File).meta({ description: 'The files as they were, without content' }),
  jobs: z
    .object({
      pending: count.meta({ description: 'Jobs that waited', examples: [0] }),
      running: count.meta({ description: 'Jobs that ran', examples: [1] }),
      ended: count.meta({ description: 'Jobs that had ended', examples: [4] }),
    })
    .meta({ description: 'How many jobs there were' }),
  tasks: z
    .object({
      current: z.array(TaskSummary).meta({ description: 'The tasks that had not ended, by number' }),
      done: count.meta({ description: 'How many were done', examples: [3] }),
      failed: count.meta({ description: 'How many had failed', examples: [0] }),
      cancelled: count.meta({ description: 'How many were cancelled', examples: [0] }),
    })
    .meta({ description: 'The tasks as they were' }),
  asks: z
    .object({
      open: z.array(AskSummary).meta({ description: 'The asks that were open, oldest first' }),
      answered: count.meta({ description: 'How many were answered', examples: [2] }),
      expired: count.meta({ description: 'How many had expired', examples: [0] }),
      withdrawn: count.meta({ description: 'How many were withdrawn', examples: [1] }),
    })
    .meta({ description: 'The asks as they were' }),
  messageCount: count.meta({ description: 'How many messages had been posted', examples: [7] }),
};

const anything = z.record(z.string(), z.unknown());

/** The parts as an export holds them (EXP-1). */
export const exportedParts = {
  observers: z.array(Observer).meta({ description: 'Every observer' }),
  messages: z.array(Message).meta({ description: 'Every message, oldest first' }),
  notes: z.array(ExportedNote).meta({ description: 'Every note with its history' }),
  files: z.array(FileWithContent).meta({ description: 'Every file with its content' }),
  compute: z
    .object({
      pool: anything.nullable().meta({ description: 'The pool; null when there is none', examples: [null] }),
      jobs: z.array(ExportedJob).meta({ description: 'Every job, newest first' }),
      agentUsage: z.array(anything).meta({ description: 'What each agent used of the pool', examples: [[]] }),
    })
    .meta({ description: 'The pool and its jobs' }),
  tasks: z.array(Task).meta({ description: 'Every task, by number' }),
  asks: z.array(Ask).meta({ description: 'Every ask, newest first' }),
  presence: z.array(Presence).meta({ description: 'How present each agent was' }),
};

/**
 * The kind of an event, by which rules choose events. `session`: the session itself or its pool changed. `seat`: a
 * seat, an observer or a token changed. `work`: agents made something, which keeps a session from stalling and ends a
 * run of courtesies (PRES-6, LOOP-1). `notice`: the service noticed something.
 */
type EventKind = 'session' | 'seat' | 'work' | 'notice';

interface EntityDeclaration {
  /** The schema of `data`: the whole entity as the change left it (LOG-4). */
  data: z.ZodObject;
  /** When the service appends the event or sends the frame, as documents say it. */
  when: string;
}

/** The kinds of entities, whose newest state the service keeps: the data of their newest events. */
export type EntityKind = 'ask' | 'file' | 'job' | 'note' | 'task';

export interface EventDeclaration extends EntityDeclaration {
  kind: EventKind;
  /**
   * Whether the event is refused when there is no room for it (CAP-1, CAP-19). The caller of `appendEvent` may override
   * this.
   */
  needsRoom: boolean;
  /** The statistic of the acting agent that the event increments. */
  counts: 'messagesSent' | 'notesEdited' | 'filesWritten' | null;
  /**
   * The reason with which the event enters the inboxes of the agents that made its entity (INB-8); null: the operation
   * itself names the agents.
   */
  concerns: 'note' | 'file' | 'job' | null;
  /** The field of the entity that holds the seq of this event. */
  seqField?: 'seq' | 'lastSeq';
  /** The kind of entity whose newest state the event has. */
  entity?: EntityKind;
  /** The field that the kept state leaves out, because it can be large and the event has it. */
  keepsOut?: 'content';
  /** Whether the entity has ended with the event. */
  isEnd?: true | ((entity: never) => boolean);
}

/** The seat that an event is about; its `id` is the agentId. */
const SeatEntity = Seat.extend({
  id: Seat.shape.agentId.meta({ description: 'The agentId', examples: ['bob'] }),
}).meta({ id: 'SeatEntity', description: 'The seat that an event is about' });

const DeletedSession = deletedOf(SessionId).meta({
  id: 'DeletedSession',
  description: 'What is left of a session that was deleted',
});

const plain = { needsRoom: false, counts: null, concerns: null } as const;
const ofSession = { ...plain, kind: 'session' } as const;
const ofSeat = { ...plain, kind: 'seat', data: SeatEntity } as const;
const work = { ...plain, kind: 'work' } as const;
const notice = { ...plain, kind: 'notice' } as const;
const session = { ...ofSession, data: PublicSession, seqField: 'lastSeq' } as const;
const message = { ...work, data: Message, seqField: 'seq', needsRoom: true, counts: 'messagesSent' } as const;
const note = { ...work, data: Note, concerns: 'note', entity: 'note', keepsOut: 'content' } as const;
const writtenNote = { ...note, needsRoom: true, counts: 'notesEdited' } as const;
const file = { ...work, data: File, concerns: 'file', entity: 'file' } as const;
const task = { ...work, data: Task, seqField: 'seq', entity: 'task' } as const;
const ask = { ...work, data: Ask, seqField: 'seq', entity: 'ask' } as const;
const isOver = ({ finishedAt }: JobSummary): boolean => finishedAt !== null;
const job = { ...work, data: JobSummary, seqField: 'seq', concerns: 'job', entity: 'job', isEnd: isOver } as const;

const specified = {
  'session.created': { ...session, needsRoom: true, when: 'A session was created or forked' },
  'session.updated': { ...session, when: 'Name, status, visibility, mode, metadata, seats or invite code changed' },
  'session.completed': { ...session, when: 'The session was completed' },
  'session.paused': { ...session, when: 'The session was paused' },
  'session.stalled': { ...session, kind: 'notice', when: 'Nothing has happened in a realtime session for a while' },
  'message.created': { ...message, when: 'A message was posted' },
  'note.created': { ...writtenNote, when: 'A note was created' },
  'note.updated': { ...writtenNote, when: 'A note got its next version' },
  'note.deleted': { ...note, isEnd: true, when: 'A note was deleted' },
  'file.updated': { ...file, needsRoom: true, counts: 'filesWritten', when: 'A file was created or replaced' },
  'file.deleted': { ...file, isEnd: true, when: 'A file was deleted' },
  'agent.disconnected': { ...notice, data: Presence, when: 'The heartbeats of an agent have stopped' },
} as const satisfies Record<string, EventDeclaration>;

const own = {
  'session.joined': { ...ofSeat, needsRoom: true, when: 'An agent took a seat' },
  'session.imported': {
    ...ofSession,
    data: ImportedSession,
    seqField: 'lastSeq',
    when: 'The session was imported from an export, with its log up to here',
  },
  'session.deleted': { ...ofSession, data: DeletedSession, when: 'The session is gone; the last frame of its streams' },
  'observer.joined': { ...ofSeat, data: Observer, needsRoom: true, when: 'An observer joined' },
  'observer.updated': { ...ofSeat, data: Observer, needsRoom: true, when: 'The rights of an observer changed' },
  'observer.removed': { ...ofSeat, data: Observer, when: 'The creator removed an observer' },
  'agent.recovered': { ...ofSeat, when: 'An agent got a new token for its recovery code' },
  'agent.revoked': { ...ofSeat, when: 'The token of an agent ended, but not its seat' },
  'agent.removed': { ...ofSeat, when: 'The creator removed an agent' },
  'message.unread': {
    ...notice,
    data: UnreadMessage,
    when: 'An agent has not read a message that mentions it, for too long',
  },
  'compute.updated': {
    ...ofSession,
    data: Pool,
    when: 'The compute pool was made or changed, or its worker token was issued',
  },
  'task.created': { ...task, needsRoom: true, when: 'A task was created' },
  'task.claimed': { ...task, needsRoom: true, when: 'An agent has become the owner of a task' },
  'task.released': { ...task, when: 'A task was declined, released, or taken from its owner, and is open' },
  'task.ended': { ...task, isEnd: true, when: 'A task was done, has failed, or was cancelled' },
  'task.updated': {
    ...task,
    needsRoom: true,
    when: 'The fields of a task changed, it was offered, or it was reopened',
  },
  'ask.created': { ...ask, needsRoom: true, when: 'An agent asked people' },
  'ask.ended': { ...ask, isEnd: true, when: 'An ask was answered, has expired, or was withdrawn' },
  'job.updated': { ...job, when: 'A job was submitted, began, went back to the queue, or ended' },
} as const satisfies Record<string, EventDeclaration>;

/**
 * Every event of the log with the entity that it carries (LOG-2, LOG-4). Names, types, schemas and documents are derived
 * from the line of an event; the compiler then names the other tables that must know it.
 */
export const loggedEvents = { ...specified, ...own } as const;

/** Frames of live streams that no log keeps (PRES-8). */
export const transientEvents = {
  'presence.updated': { data: Presence, when: 'An agent came, or changed what it says of itself' },
  'position.updated': { data: MovedPosition, when: 'An agent has read on, or was offered more of the log' },
  'job.output': { data: JobOutputPiece, when: 'A job that runs has written something' },
  'job.progress': { data: JobProgressPiece, when: 'A job that runs said how far it is' },
  typing: { data: Typing, when: 'An agent began to write something, or stopped' },
} as const satisfies Record<string, EntityDeclaration>;

export type LoggedName = keyof typeof loggedEvents;
/** The subject of an event: the first word of its name. */
export type EventSubject = LoggedName extends `${infer Subject}.${string}` ? Subject : never;
export type TransientName = keyof typeof transientEvents;

/** The entity that an event of this name carries as `data`. */
export type EntityOf<Name extends LoggedName> = z.output<(typeof loggedEvents)[Name]['data']>;
export type TransientEntityOf<Name extends TransientName> = z.output<(typeof transientEvents)[Name]['data']>;

const namesOf = <Table extends object>(table: Table) =>
  Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];

/** The event names of the original specification. */
export const specifiedEvents = namesOf(specified);
/** Further events of the log and the streams, which this service adds. */
export const ownEvents = [...namesOf(own), 'presence.updated'] as const;
export const loggedNames = namesOf(loggedEvents);
/** The events of some kinds. */
export const namesOfKind = (...kinds: readonly EventKind[]): LoggedName[] =>
  loggedNames.filter((name) => kinds.includes(loggedEvents[name].kind));
/** Whether an event carries the whole session after the change. */
export const carriesSession = (event: LoggedName): boolean =>
  Object.hasOwn(loggedEvents, event) &&
  (loggedEvents[event].data === PublicSession || loggedEvents[event].data === ImportedSession);

/**
 * The events that a webhook may subscribe to: the whole log but `session.deleted`, because the deletion of a session
 * deletes its webhooks.
 */
export const webhookEvents = [
  ...specifiedEvents,
  ...namesOf(own).filter((name) => name !== 'session.deleted'),
] as const;
export const transientNames = namesOf(transientEvents);
