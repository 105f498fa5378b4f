import type { z } from 'zod';
import { deletedOf } from './deleted.ts';
import { File } from './files.ts';
import { SessionId } from './ids.ts';
import { JobOutputPiece, JobProgressPiece } from './job-output.ts';
import { JobSummary } from './jobs.ts';
import { Message, UnreadMessage } from './messages.ts';
import { Note } from './notes.ts';
import { Pool } from './pools.ts';
import { MovedPosition } from './positions.ts';
import { Presence, Typing } from './presence.ts';
import { Observer, PublicSession, Seat } from './sessions.ts';

interface EventDeclaration {
  /** The schema of `data`: the whole entity after the change (LOG-4). */
  data: z.ZodObject;
  /** The change after which the service appends it, as a sentence. */
  when: string;
  /** The field of the entity that holds the seq of this event. */
  seqField?: 'seq' | 'lastSeq';
}

/** The seat that an event concerns; its `id` is the agentId. */
const SeatEntity = Seat.extend({
  id: Seat.shape.agentId.meta({ description: 'The agentId', examples: ['bob'] }),
}).meta({ id: 'SeatEntity', description: 'The seat that an event is about' });

const DeletedSession = deletedOf(SessionId).meta({
  id: 'DeletedSession',
  description: 'The remains of a deleted session',
});

const session = { data: PublicSession, seqField: 'lastSeq' } as const;

const specified = {
  'session.created': { ...session, when: 'A session was created or forked' },
  'session.updated': { ...session, when: 'Name, status, visibility, mode, metadata, seats or invite code changed' },
  'session.completed': { ...session, when: 'The session was completed' },
  'session.paused': { ...session, when: 'The session was paused' },
  'session.stalled': { ...session, when: 'Nothing has happened in a realtime session for a while' },
  'message.created': { data: Message, seqField: 'seq', when: 'A message was posted' },
  'note.created': { data: Note, when: 'A note was created' },
  'note.updated': { data: Note, when: 'A note got its next version' },
  'note.deleted': { data: Note, when: 'A note was deleted' },
  'file.updated': { data: File, when: 'A file was created or replaced' },
  'file.deleted': { data: File, when: 'A file was deleted' },
  'agent.disconnected': { data: Presence, when: 'The heartbeats of an agent have stopped' },
} as const satisfies Record<string, EventDeclaration>;

const own = {
  'session.joined': { data: SeatEntity, when: 'An agent took a seat' },
  'session.deleted': { data: DeletedSession, when: 'The session is gone; the last frame of its streams' },
  'observer.joined': { data: Observer, when: 'An observer joined' },
  'observer.removed': { data: Observer, when: 'The creator removed an observer' },
  'agent.recovered': { data: SeatEntity, when: 'An agent got a new token for its recovery code' },
  'agent.revoked': { data: SeatEntity, when: 'An agent ended its own token' },
  'agent.removed': { data: SeatEntity, when: 'The creator removed an agent' },
  'message.unread': { data: UnreadMessage, when: 'An agent has not read a message that mentions it, for too long' },
  'compute.updated': { data: Pool, when: 'The compute pool was made or changed, or its worker token was issued' },
  'job.updated': {
    data: JobSummary,
    seqField: 'seq',
    when: 'A job was submitted, began, went back to the queue, or ended',
  },
} as const satisfies Record<string, EventDeclaration>;

/**
 * Every event of the log with its entity (LOG-2, LOG-4). A new event is one line here: names, types, schemas and
 * documents are derived from it.
 */
export const loggedEvents = { ...specified, ...own } as const;

/** Frames of live streams that are not in the log (PRES-8). */
export const transientEvents = {
  'presence.updated': { data: Presence, when: 'An agent came, or changed what it says of itself' },
  'position.updated': { data: MovedPosition, when: 'An agent has read on, or was offered more of the log' },
  'job.output': { data: JobOutputPiece, when: 'A job that runs has written something' },
  'job.progress': { data: JobProgressPiece, when: 'A job that runs said how far it is' },
  typing: { data: Typing, when: 'An agent began to write something, or stopped' },
} as const satisfies Record<string, EventDeclaration>;

export type LoggedName = keyof typeof loggedEvents;
export type TransientName = keyof typeof transientEvents;

/** The entity that an event of this name carries as `data`. */
export type EntityOf<Name extends LoggedName> = z.output<(typeof loggedEvents)[Name]['data']>;
export type TransientEntityOf<Name extends TransientName> = z.output<(typeof transientEvents)[Name]['data']>;

const namesOf = <Table extends object>(table: Table) =>
  Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];

/** The events of the specification; every webhook may subscribe to them. */
export const specifiedEvents = namesOf(specified);
/** Further events of the log and the stream. */
export const ownEvents = [...namesOf(own), 'presence.updated'] as const;
export const loggedNames = namesOf(loggedEvents);

/**
 * The events that a webhook may subscribe to: the whole log but `session.deleted`, because the deletion of a session
 * deletes its webhooks.
 */
export const webhookEvents = [
  ...specifiedEvents,
  ...namesOf(own).filter((name) => name !== 'session.deleted'),
] as const;
export const transientNames = namesOf(transientEvents);
