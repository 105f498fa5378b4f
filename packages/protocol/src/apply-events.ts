import { askAfterImport, jobAfterImport, taskAfterImport } from './after-import.ts';
import type { Ask } from './asks.ts';
import type { Event } from './events.ts';
import type { File } from './files.ts';
import type { JobSummary } from './jobs.ts';
import type { Note } from './notes.ts';
import type { Pool } from './pools.ts';
import type { EntityOf, LoggedName } from './session-parts.ts';
import type { Observer, Seat, Session } from './sessions.ts';
import type { Task } from './tasks.ts';

/** The activity of one agent, counted from the log up to the state's `seq`. */
export interface AgentActs {
  events: number;
  messages: number;
  /** The newest event of this agent. */
  lastSeq: number;
  /** The time of that event; ISO 8601. */
  lastAt: string;
}

/** A session after one event of its log. The maps keep the order of creation. */
export interface LogState {
  /** The last event in this state; 0 before the first. */
  seq: number;
  /** The time of that event; ISO 8601. */
  at: string | undefined;
  session: Session | undefined;
  seats: ReadonlyMap<string, Seat>;
  observers: ReadonlyMap<string, Observer>;
  notes: ReadonlyMap<string, Note>;
  /** Files by path. */
  files: ReadonlyMap<string, File>;
  jobs: ReadonlyMap<string, JobSummary>;
  /** Tasks as their newest events show them. Whether a task is blocked follows from the status of its dependencies. */
  tasks: ReadonlyMap<string, Task>;
  asks: ReadonlyMap<string, Ask>;
  pool: Pool | undefined;
  acts: ReadonlyMap<string, AgentActs>;
  messageCount: number;
  isDeleted: boolean;
}

export const emptySessionState: LogState = {
  seq: 0,
  at: undefined,
  session: undefined,
  seats: new Map(),
  observers: new Map(),
  notes: new Map(),
  files: new Map(),
  jobs: new Map(),
  tasks: new Map(),
  asks: new Map(),
  pool: undefined,
  acts: new Map(),
  messageCount: 0,
  isDeleted: false,
};

/** A copy of the state that one call may change. */
interface Draft extends LogState {
  seats: Map<string, Seat>;
  observers: Map<string, Observer>;
  notes: Map<string, Note>;
  files: Map<string, File>;
  jobs: Map<string, JobSummary>;
  tasks: Map<string, Task>;
  asks: Map<string, Ask>;
  acts: Map<string, AgentActs>;
}

const draftOf = (state: LogState): Draft => ({
  ...state,
  seats: new Map(state.seats),
  observers: new Map(state.observers),
  notes: new Map(state.notes),
  files: new Map(state.files),
  jobs: new Map(state.jobs),
  tasks: new Map(state.tasks),
  asks: new Map(state.asks),
  acts: new Map(state.acts),
});

const takeSession = (draft: Draft, session: Session): void => {
  draft.session = session;
  draft.seats = new Map(session.agents.map((seat) => [seat.agentId, seat]));
};

/** Applies what an import changes without further events (IMP-6). */
const takeImported = (draft: Draft, session: Session): void => {
  takeSession(draft, session);
  draft.observers.clear();
  for (const [id, task] of draft.tasks) draft.tasks.set(id, taskAfterImport(task));
  const imported = { seq: session.lastSeq, at: session.updatedAt };
  for (const [id, ask] of draft.asks) draft.asks.set(id, askAfterImport(ask, imported));
  for (const [id, job] of draft.jobs) draft.jobs.set(id, jobAfterImport(job, imported.at));
};

type Change<Entity> = (draft: Draft, entity: Entity) => unknown;

const putTask: Change<Task> = (draft, task) => draft.tasks.set(task.id, task);

const putAsk: Change<Ask> = (draft, ask) => draft.asks.set(ask.id, ask);

const putNote: Change<Note> = (draft, note) => draft.notes.set(note.id, note);

/**
 * The change that each event makes, apart from `seq`, `at` and `acts`. An unknown event, from a later version, changes
 * only these three.
 */
const changes: { readonly [Name in LoggedName]: Change<EntityOf<Name>> | undefined } = {
  'session.created': takeSession,
  'session.updated': takeSession,
  'session.completed': takeSession,
  'session.paused': takeSession,
  'session.stalled': undefined,
  'session.imported': takeImported,
  'session.joined': (draft, seat) => draft.seats.set(seat.agentId, seat),
  'session.deleted': (draft) => (draft.isDeleted = true),
  'agent.recovered': undefined,
  'agent.revoked': undefined,
  'agent.removed': (draft, seat) => draft.seats.delete(seat.agentId),
  'agent.disconnected': undefined,
  'observer.joined': (draft, observer) => draft.observers.set(observer.id, observer),
  'observer.updated': (draft, observer) => draft.observers.set(observer.id, observer),
  'observer.removed': (draft, observer) => draft.observers.delete(observer.id),
  'message.created': (draft) => draft.messageCount++,
  'message.unread': undefined,
  'note.created': putNote,
  'note.updated': putNote,
  'note.deleted': (draft, note) => draft.notes.delete(note.id),
  'file.updated': (draft, file) => draft.files.set(file.path, file),
  'file.deleted': (draft, file) => draft.files.delete(file.path),
  'compute.updated': (draft, pool) => (draft.pool = pool),
  'task.created': putTask,
  'task.claimed': putTask,
  'task.released': putTask,
  'task.ended': putTask,
  'task.updated': putTask,
  'ask.created': putAsk,
  'ask.ended': putAsk,
  'job.updated': (draft, job) => draft.jobs.set(job.id, job),
};

const countAct = (draft: Draft, { seq, event, actor, timestamp }: Event): void => {
  if (actor.kind !== 'agent') return;
  const before = draft.acts.get(actor.id);
  draft.acts.set(actor.id, {
    events: (before?.events ?? 0) + 1,
    messages: (before?.messages ?? 0) + (event === 'message.created' ? 1 : 0),
    lastSeq: seq,
    lastAt: timestamp,
  });
};

/**
 * The state after further events of the log, oldest first (LOG-1). Pure: the given state stays unchanged, so that a
 * program can keep each state. Events that the state already contains are skipped.
 */
export const applyEvents = (state: LogState, events: Iterable<Event>): LogState => {
  const draft = draftOf(state);
  for (const event of events) {
    if (event.seq <= draft.seq) continue;
    draft.seq = event.seq;
    draft.at = event.timestamp;
    if (Object.hasOwn(changes, event.event)) changes[event.event]?.(draft, event.data as never);
    countAct(draft, event);
  }
  return draft;
};
