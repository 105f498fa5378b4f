import { applyEvents, type Client, emptySessionState, ServiceError, type SessionState } from '@pairspace/client';
import type { AgentUsage, Event, JobProgress, Presence, TransientEvent } from '@pairspace/protocol';
import { keepReading } from '../lib/keep-reading.ts';
import { Store } from '../lib/use-store.ts';
import { EventWindow } from './event-window.ts';
import { loadSessionParts } from './load-session-parts.ts';
import { Positions } from './positions.ts';
import { type Drafts, draftsOf } from './drafts.ts';
import { isInHost, readerOf } from './service.ts';
import { readCurrentIdentity, type CurrentIdentity } from './current-identity.ts';

/** The state of the page's connection to the session. */
export type Connection =
  | { kind: 'opening' }
  | { kind: 'live' }
  | { kind: 'lost'; since: number; reason: unknown }
  | { kind: 'ended'; why: 'deleted' | 'missing' | 'shut' | 'failed'; error?: unknown };

/** The number of newest entries in the first view. */
const tailEvents = 150;
const typingMs = 6000;
/** The time after which events are processed without an animation frame, because a hidden page gets no frames. */
const longestWaitMs = 250;
/** The delay after an event before the page reads the pool, the positions and the presence again. */
const factsPauseMs = 2000;
/** A longer log is not read whole in the background. */
const longestScan = 30_000;

/** A session in this page, live. It announces changes at most once a frame. */
export class SessionFeed extends Store {
  readonly sessionId: string;
  readonly client: Client;
  readonly events: EventWindow;
  state: SessionState = emptySessionState;
  connection: Connection = { kind: 'opening' };
  presence: ReadonlyMap<string, Presence> = new Map();
  readonly positions = new Positions();
  readonly reply: Drafts['reply'];
  readonly editedNotes: Drafts['editedNotes'];
  watchers = 0;
  /** The reader of this tab; undefined until the service has said who it is. */
  identity: CurrentIdentity | undefined;
  /** The use of the pool by each agent, as the service says. */
  usage: readonly AgentUsage[] = [];
  #factsTimer: ReturnType<typeof setTimeout> | undefined;
  /** The progress that running jobs have reported since this page began to listen, by job id. */
  jobProgress: ReadonlyMap<string, JobProgress> = new Map();
  /** The agents that are typing, by id. `until` is when the report expires, in ms since 1970. */
  typing: ReadonlyMap<string, { name: string; until: number }> = new Map();
  /** The names of the parts of `state` that were read. */
  partsThere: ReadonlySet<string> = new Set();
  readonly #left = new AbortController();
  #waiting: Event[] = [];
  #isScheduled = false;

  constructor(sessionId: string) {
    super();
    this.sessionId = sessionId;
    this.client = readerOf(sessionId);
    ({ reply: this.reply, editedNotes: this.editedNotes } = draftsOf(sessionId));
    this.events = new EventWindow(this.client, sessionId, () => {
      this.#schedule();
    });
    void this.#run();
  }

  close(): void {
    this.#left.abort();
    clearTimeout(this.#factsTimer);
  }

  /** Reads the presence of the agents and the number of watchers, which no event of the log tells. */
  async #readPresence(): Promise<void> {
    const { items, watchers } = await this.client.listPresence({ sessionId: this.sessionId, limit: 200 });
    this.presence = new Map(items.map((one) => [one.agentId, one]));
    this.watchers = watchers;
    this.#schedule();
  }

  async #run(): Promise<void> {
    const { sessionId, client } = this;
    const { signal } = this.#left;
    try {
      void this.#readCurrentIdentity();
      const session = await client.getSession({ sessionId }, { signal });
      this.state = {
        ...emptySessionState,
        seq: session.lastSeq,
        at: session.lastActivityAt,
        session,
        seats: new Map(session.agents.map((seat) => [seat.agentId, seat])),
      };
      this.events.extendTo(session.lastSeq);
      this.changed();
      void this.#loadParts().then(() => this.#scan());
      const since = Math.max(0, session.lastSeq - tailEvents);
      const follow = { sessionId, since, signal, onTransient: this.#hear, onConnection: this.#onConnection };
      for await (const event of client.followEvents(follow)) this.#take(event);
      if (!signal.aborted) this.#end({ kind: 'ended', why: 'deleted' });
    } catch (error) {
      if (!signal.aborted) this.#end(endOf(error));
    }
  }

  /** Reads the parts. A refusal needs no handling here, because it also ends the stream, which reports the reason. */
  async #loadParts(): Promise<void> {
    const { signal } = this.#left;
    await Promise.all([
      keepReading(() => this.#readFacts(), signal),
      loadSessionParts(this.client, this.sessionId, signal, (part) => {
        // A value from a live event is newer than the value that was read.
        const merged = Object.entries(part).map(([name, read]) => {
          const live = this.state[name as keyof SessionState];
          return [name, live instanceof Map && read instanceof Map ? new Map([...read, ...live]) : read];
        });
        this.state = { ...this.state, ...(Object.fromEntries(merged) as Partial<SessionState>) };
        this.partsThere = new Set([...this.partsThere, ...Object.keys(part)]);
        this.#schedule();
      }),
    ]);
  }

  /** Reads the log before its newest entries, after everything else was read. */
  async #scan(): Promise<void> {
    const until = this.events.lastSeq - tailEvents;
    if (until <= 0 || until > longestScan || isInHost()) return;
    await this.events.scan(until, this.#left.signal).catch(() => undefined);
  }

  #take(event: Event): void {
    this.#waiting.push(event);
    this.#schedule();
  }

  readonly #hear = (frame: TransientEvent): void => {
    if (frame.event === 'typing') {
      const { agentId, agentName, typing } = frame.data;
      const next = new Map(this.typing);
      if (typing) next.set(agentId, { name: agentName, until: Date.now() + typingMs });
      else next.delete(agentId);
      this.typing = next;
      setTimeout(() => {
        this.#schedule();
      }, typingMs);
    } else if (frame.event === 'presence.updated') {
      const presence = frame.data;
      this.presence = new Map([...this.presence, [presence.agentId, presence]]);
    } else if (frame.event === 'job.progress') {
      const { jobId, fraction, message } = frame.data;
      this.jobProgress = new Map([...this.jobProgress, [jobId, { fraction, message }]]);
    } else if (frame.event === 'position.updated') this.positions.move(frame.data);
    this.#schedule();
  };

  readonly #onConnection = (state: 'open' | 'lost', reason?: unknown): void => {
    const wasLost = this.connection.kind === 'lost';
    if (state === 'open') this.connection = { kind: 'live' };
    else if (this.connection.kind !== 'lost') this.connection = { kind: 'lost', since: Date.now(), reason };
    if (state === 'open' && wasLost) this.#reread();
    this.#schedule();
  };

  /** Reads the facts again after a lost connection: frames that are not in the log were lost with the connection. */
  #reread(): void {
    void keepReading(() => this.#readFacts(), this.#left.signal);
    void this.#readCurrentIdentity();
  }

  async #readCurrentIdentity(): Promise<void> {
    this.identity = await readCurrentIdentity(this.sessionId, this.#left.signal);
    this.#schedule();
  }

  /** A change of rights counts at once, so the page takes changes from the events. */
  #followRights(events: readonly Event[]): void {
    const { identity } = this;
    if (!identity?.person) return;
    for (const { event, data } of events) {
      if (event !== 'observer.updated' || data.id !== identity.person.id) continue;
      const { rights, vouched, invited } = data;
      this.identity = { ...identity, person: { ...identity.person, rights, vouched, invited } };
    }
  }

  /** Reads the pool, the positions and the presence: they follow from the whole log, of which this page holds a part. */
  async #readFacts(): Promise<void> {
    const { client, sessionId } = this;
    const { signal } = this.#left;
    const [{ pool, agentUsage }] = await Promise.all([
      client.getCompute({ sessionId }, { signal }),
      this.positions.load(client, sessionId, signal),
      this.#readPresence(),
    ]);
    this.usage = agentUsage;
    this.state = { ...this.state, pool: pool ?? undefined };
    this.partsThere = new Set([...this.partsThere, 'pool']);
    this.#schedule();
  }

  #readFactsSoon(): void {
    this.#factsTimer ??= setTimeout(() => {
      this.#factsTimer = undefined;
      void this.#readFacts().catch(() => undefined);
    }, factsPauseMs);
  }

  #end(connection: Connection): void {
    this.#flush();
    this.connection = connection;
    this.changed();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const flush = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      this.#isScheduled = false;
      this.#flush();
    };
    // The timer is needed, because a hidden page gets its pending frame only when it is shown again.
    const frame = requestAnimationFrame(flush);
    const timer = setTimeout(flush, longestWaitMs);
  }

  #flush(): void {
    const events = this.#waiting;
    this.#waiting = [];
    if (events.length > 0) {
      this.events.add(events);
      this.state = applyEvents(this.state, events);
      this.#followRights(events);
      this.#readFactsSoon();
      // A reply is a receipt too.
      if (events.some(({ event, data }) => event === 'message.created' && data.replyTo !== null))
        this.positions.changed();
      const settled = events.flatMap(({ event, data }) => (event === 'job.updated' ? [data.id] : []));
      if (settled.some((id) => this.jobProgress.has(id)))
        this.jobProgress = new Map([...this.jobProgress].filter(([id]) => !settled.includes(id)));
      const written = new Set(events.map(({ actor }) => actor.id));
      if ([...written].some((id) => this.typing.has(id)))
        this.typing = new Map([...this.typing].filter(([id]) => !written.has(id)));
    }
    this.changed();
  }
}

const endOf = (error: unknown): Connection => {
  if (!(error instanceof ServiceError)) return { kind: 'ended', why: 'failed', error };
  if (error.code === 'NOT_FOUND') return { kind: 'ended', why: 'missing', error };
  const isShut = error.code === 'UNAUTHORIZED' || error.code === 'FORBIDDEN';
  return { kind: 'ended', why: isShut ? 'shut' : 'failed', error };
};
