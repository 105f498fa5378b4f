import type { Ask, Event, Session, SessionStatus } from '@pairspace/protocol';
import { Store } from '../lib/use-store.ts';
import { OpenQuestions } from './open-questions.ts';
import { needsKey, sayFailure, stranger } from './service.ts';

interface Shown {
  q: string;
  status: SessionStatus | undefined;
}

/** The newest part of the log of a session, oldest first, its questions, and the oldest of its open asks. */
export interface Recent {
  seq: number;
  ask: Ask | undefined;
  events: readonly Event[];
  questions: OpenQuestions;
}

const renewMs = 4000;
/** The number of sessions in a request. The service lists sessions by age, and the page sorts them by last activity. */
const listedSessions = 200;
const pageSessions = 30;
/** The number of newest entries from which the pace of a session is drawn. */
const recentEvents = 60;
/** The number of older questions that are read, and the number of later messages in which answers are searched for. */
const olderQuestions = 3;
const olderMessages = 200;
const mostAsks = 100;

const readOlderQuestions = async (sessionId: string, before: number): Promise<OpenQuestions> => {
  const questions = new OpenQuestions();
  const until = { sessionId, before: String(before + 1) };
  const { items } = await stranger.listMessages({ ...until, msgType: 'question', limit: olderQuestions });
  const [oldest] = items;
  if (!oldest) return questions;
  const since = await stranger.listMessages({ sessionId, since: String(oldest.seq - 1), limit: olderMessages });
  for (const message of [...items, ...since.items]) questions.add(message);
  return questions;
};

/** The public sessions, polled while the page is visible. */
export class SessionsFeed extends Store {
  sessions: readonly Session[] | undefined;
  hasMore = false;
  /** Why the newest request failed. */
  why: string | undefined;
  /** The newest request lacked a key. */
  isClosed = false;
  #shown: Shown = { q: '', status: undefined };
  #most = pageSessions;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #recent = new Map<string, Recent>();

  show(shown: Shown): void {
    this.#shown = shown;
    this.#most = pageSessions;
    void this.#renew();
  }

  showMore(): void {
    this.#most += pageSessions;
    void this.#renew();
  }

  close(): void {
    this.#turn++;
    clearTimeout(this.#timer);
  }

  recentOf({ id }: Session): Recent | undefined {
    return this.#recent.get(id);
  }

  async #renew(): Promise<void> {
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    const { q, status } = this.#shown;
    try {
      const given = { limit: listedSessions, ...(q !== '' && { q }), ...(status && { status }) };
      const { items } = await stranger.listSessions(given);
      if (turn !== this.#turn) return;
      const sorted = items.toSorted((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt));
      this.sessions = sorted.slice(0, this.#most);
      this.hasMore = sorted.length > this.#most;
      this.why = undefined;
      this.isClosed = false;
      this.changed();
      await this.#readNewest(this.sessions, turn);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.why = sayFailure(error);
      this.isClosed = needsKey(error);
    }
    this.changed();
    const renew = (): void => {
      if (turn === this.#turn) void this.#renew();
    };
    this.#timer = setTimeout(() => {
      if (document.hidden) addEventListener('visibilitychange', renew, { once: true });
      else renew();
    }, renewMs);
  }

  async #readNewest(sessions: readonly Session[], turn: number): Promise<void> {
    for (const session of sessions) {
      if (this.#recent.get(session.id)?.seq === session.lastSeq) continue;
      // A session that was deleted meanwhile leaves the list with the next poll.
      const recent = await this.#readRecent(session).catch(() => undefined);
      if (turn !== this.#turn) return;
      if (recent) this.#recent.set(session.id, recent);
      this.changed();
    }
  }

  async #readRecent({ id: sessionId, lastSeq: seq }: Session): Promise<Recent> {
    const before = this.#recent.get(sessionId);
    const since = Math.max(0, seq - recentEvents);
    const [{ items: events }, asks] = await Promise.all([
      stranger.listEvents({ sessionId, since, limit: recentEvents }),
      stranger.listAsks({ sessionId, status: 'open', limit: mostAsks }),
    ]);
    const questions = before && before.seq >= since ? before.questions : await readOlderQuestions(sessionId, since);
    for (const event of events) if (event.event === 'message.created') questions.add(event.data);
    const ask = asks.items.reduce<Ask | undefined>(
      (first, one) => (first && first.seq < one.seq ? first : one),
      undefined,
    );
    return { seq, ask, events, questions };
  }
}
