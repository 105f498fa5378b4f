import { rateLimited } from '@pairspace/protocol';

/** How many may be open at once. */
export interface PlaceCounts {
  perProcess: number;
  perSession: number;
  perAddress: number;
}

/** Who takes a place. */
export interface Holder {
  sessionId: string;
  address: string;
  /** It has a token of the session that not everybody gets (NET-12). */
  isMember: boolean;
}

/** This part of the places of the process and of a session is kept for members (NET-12). */
const keptForMembers = 1 / 5;

const retryAfterSeconds = 5;

/** Counts what stays open, such as streams and waits: in the process, in each session, from each address (LIM-5, NET-11). */
export class Places {
  readonly #what: string;
  readonly #counts: PlaceCounts;
  readonly #perSession = new Map<string, number>();
  readonly #perAddress = new Map<string, number>();
  #total = 0;

  /** `what` completes the sentence "Too many … are open". */
  constructor(what: string, counts: PlaceCounts) {
    this.#what = what;
    this.#counts = counts;
  }

  get size(): number {
    return this.#total;
  }

  openIn(sessionId: string): number {
    return this.#perSession.get(sessionId) ?? 0;
  }

  /** Whether the holder finds a place; `elsewhere` are those of its session in other processes. */
  hasRoom({ sessionId, isMember }: Holder, elsewhere = 0): boolean {
    const share = isMember ? 1 : 1 - keptForMembers;
    const { perProcess, perSession } = this.#counts;
    return this.#total < perProcess * share && this.openIn(sessionId) + elsewhere < perSession * share;
  }

  /** Takes a place until it is disposed of; throws when there is none. */
  take(holder: Holder, elsewhere = 0): Disposable {
    if ((this.#perAddress.get(holder.address) ?? 0) >= this.#counts.perAddress) {
      throw rateLimited(`Too many ${this.#what} are open from this address.`, retryAfterSeconds);
    }
    if (!this.hasRoom(holder, elsewhere)) throw rateLimited(`Too many ${this.#what} are open.`, retryAfterSeconds);
    this.#change(holder, 1);
    let isTaken = true;
    return {
      [Symbol.dispose]: () => {
        if (isTaken) this.#change(holder, -1);
        isTaken = false;
      },
    };
  }

  #change({ sessionId, address }: Holder, by: 1 | -1): void {
    this.#total += by;
    add(this.#perSession, sessionId, by);
    add(this.#perAddress, address, by);
  }
}

const add = (counts: Map<string, number>, key: string, by: number): void => {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
};
