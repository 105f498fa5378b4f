import type { Event, Session, SessionStatus } from '@pairspace/protocol';
import { Store } from '../lib/use-store.ts';
import { sayFailure, stranger } from './service.ts';

interface Shown {
  q: string;
  status: SessionStatus | undefined;
}

const renewMs = 4000;
const pageSessions = 30;
/** The pace of a session is drawn from so many of its newest entries. */
const recentEvents = 60;
/** The newest entries are read for the sessions that are visible at first. */
const shownPaces = 30;

/** The public sessions, asked for again and again while the page is shown. */
export class SessionsFeed extends Store {
  sessions: readonly Session[] | undefined;
  hasMore = false;
  /** Why the newest request failed. */
  why: string | undefined;
  #shown: Shown = { q: '', status: undefined };
  #most = pageSessions;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #recent = new Map<string, { seq: number; events: readonly Event[] }>();

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

  recentOf({ id }: Session): readonly Event[] | undefined {
    return this.#recent.get(id)?.events;
  }

  async #renew(): Promise<void> {
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    const { q, status } = this.#shown;
    const limit = Math.min(200, this.#most);
    try {
      const given = { limit, ...(q !== '' && { q }), ...(status && { status }) };
      const { items, nextCursor } = await stranger.listSessions(given);
      if (turn !== this.#turn) return;
      this.sessions = items.toSorted((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt));
      this.hasMore = nextCursor !== null && limit < 200;
      this.why = undefined;
      this.changed();
      await this.#readPace(this.sessions.slice(0, shownPaces), turn);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.why = sayFailure(error);
    }
    this.changed();
    this.#timer = setTimeout(() => {
      if (document.hidden) addEventListener('visibilitychange', () => void this.#renew(), { once: true });
      else void this.#renew();
    }, renewMs);
  }

  async #readPace(sessions: readonly Session[], turn: number): Promise<void> {
    for (const { id, lastSeq } of sessions) {
      if (this.#recent.get(id)?.seq === lastSeq) continue;
      const since = Math.max(0, lastSeq - recentEvents);
      // A session that was deleted meanwhile leaves the list with the next round.
      const page = await stranger.listEvents({ sessionId: id, since, limit: recentEvents }).catch(() => undefined);
      if (turn !== this.#turn) return;
      if (page) this.#recent.set(id, { seq: lastSeq, events: page.items });
      this.changed();
    }
  }
}
