import { rateLimited, type ServiceError } from '@pairspace/protocol';
import { SharedUsage } from './share.ts';

/** The holder of a part of a quota. */
export interface Holder {
  address: string;
  /** The hash of the client's token, or the client's address if there is no token. */
  client: string;
  /** The session for which the part is held. */
  sessionId?: string | undefined;
  /** Whether the holder has a token of the session that not everybody can get (NET-12). */
  isMember?: boolean;
}

/** The limits by level. A missing level has no limit. */
interface Most {
  process?: number;
  session?: number;
  address?: number;
}

type Level = keyof Most;

interface QuotaOptions {
  most: Most;
  /** The share of the limits of process and session that is reserved for members (NET-12). */
  keptForMembers?: number;
  /** Makes the refusal at a level. */
  refusal: (level: Level) => ServiceError;
}

interface Waiter {
  holder: Holder;
  amount: number;
  /** A lower rank goes first. */
  rank: () => number;
  take: () => void;
}

/** The refusal of a quota of open things; `what` completes the sentence "Too many … are open". */
export const tooManyOpen =
  (what: string, retryAfterSeconds = 5) =>
  (level: Level): ServiceError =>
    rateLimited(`Too many ${what} are open${level === 'address' ? ' from this address' : ''}.`, retryAfterSeconds);

/**
 * Limits the amount held at once: connections, requests, streams, bytes. Addresses share the limit of the process, and
 * the clients of an address share the limit of the address.
 */
export class Quota {
  readonly #options: QuotaOptions;
  readonly #process = new SharedUsage();
  readonly #addresses = new Map<string, SharedUsage>();
  readonly #sessions = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();

  constructor(options: QuotaOptions) {
    this.#options = options;
  }

  get total(): number {
    return this.#process.total;
  }

  /** Whether somebody waits for a part. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  ofSession(sessionId: string): number {
    return this.#sessions.get(sessionId) ?? 0;
  }

  /**
   * Returns the level without room, or undefined if there is room. `elsewhere` is the amount that other processes hold
   * for the session.
   */
  full({ address, client, sessionId, isMember }: Holder, amount = 1, elsewhere = 0): Level | undefined {
    const { most, keptForMembers = 0 } = this.#options;
    // A limit of 1 reserves nothing for members, so that strangers have a part of every limit.
    const open = (limit: number): number => limit - (isMember ? 0 : Math.floor(limit * keptForMembers));
    const ofAddress = this.#addresses.get(address);
    if (most.address !== undefined && ofAddress && !ofAddress.hasRoom(client, amount, most.address)) return 'address';
    if (sessionId !== undefined && most.session !== undefined) {
      if (this.ofSession(sessionId) + elsewhere + amount > open(most.session)) return 'session';
    }
    if (most.process !== undefined && !this.#process.hasRoom(address, amount, open(most.process))) return 'process';
    return undefined;
  }

  assertRoom(holder: Holder, amount = 1, elsewhere = 0): void {
    const level = this.full(holder, amount, elsewhere);
    if (level) throw this.#options.refusal(level);
  }

  /** Opens an empty part, which can grow. */
  open(holder: Holder): Reservation {
    return new Reservation(this, holder);
  }

  /** Takes a part until it is disposed; throws the refusal if there is no room. */
  take(holder: Holder, amount = 1, elsewhere = 0): Reservation {
    this.assertRoom(holder, amount, elsewhere);
    const held = this.open(holder);
    held.resize(amount);
    return held;
  }

  /** Runs work while it holds a part; throws the refusal if there is no room. */
  async run<T>(holder: Holder, work: () => Promise<T>): Promise<T> {
    const held = this.take(holder);
    try {
      return await work();
    } finally {
      held[Symbol.dispose]();
    }
  }

  /** Changes the amount without a check, and passes on freed room. */
  change(holder: Holder, by: number): void {
    const { address, client, sessionId } = holder;
    const { most } = this.#options;
    this.#process.change(address, by);
    if (most.address !== undefined) {
      const ofAddress = this.#addresses.get(address) ?? new SharedUsage();
      ofAddress.change(client, by);
      if (ofAddress.total > 0) this.#addresses.set(address, ofAddress);
      else this.#addresses.delete(address);
    }
    if (sessionId !== undefined && most.session !== undefined) {
      const ofSession = this.ofSession(sessionId) + by;
      if (ofSession > 0) this.#sessions.set(sessionId, ofSession);
      else this.#sessions.delete(sessionId);
    }
    if (by < 0 && this.isAwaited) this.#handOn();
  }

  #handOn(): void {
    let next: Waiter | undefined;
    for (const waiter of this.#waiting) {
      if (next && waiter.rank() >= next.rank()) continue;
      if (!this.full(waiter.holder, waiter.amount)) next = waiter;
    }
    next?.take();
  }

  /** Resolves when there is room, and takes it. */
  turn(holder: Holder, amount: number, { waitMs, signal, rank = () => 0 }: WaitOptions): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      this.#waiting.delete(waiter);
    };
    const giveUp = (): void => {
      leave();
      reject(this.#options.refusal(this.full(holder, amount) ?? 'process'));
    };
    const waiter: Waiter = {
      holder,
      amount,
      rank,
      take: () => {
        leave();
        this.change(holder, amount);
        resolve();
        // The remaining room may be enough for another waiter.
        this.#handOn();
      },
    };
    const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
    this.#waiting.add(waiter);
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp);
    return promise;
  }
}

interface WaitOptions {
  /** The longest wait, after which the refusal is thrown. */
  waitMs?: number | undefined;
  /** Aborts the wait with the refusal. */
  signal?: AbortSignal;
  /** The waiter with the lowest rank goes first, and among equals the earliest. */
  rank?: () => number;
}

/** A part of a quota, until it is disposed. */
export class Reservation implements Disposable {
  readonly #quota: Quota;
  readonly #holder: Holder;
  #amount = 0;

  constructor(quota: Quota, holder: Holder) {
    this.#quota = quota;
    this.#holder = holder;
  }

  /** Takes more; throws the refusal if there is no room. */
  grow(by: number): void {
    this.#quota.assertRoom(this.#holder, by);
    this.resize(this.#amount + by);
  }

  get amount(): number {
    return this.#amount;
  }

  /** Takes more if there is room; returns whether there is. */
  growIfRoom(by: number): boolean {
    if (this.#quota.full(this.#holder, by)) return false;
    this.resize(this.#amount + by);
    return true;
  }

  /** Takes more, and waits until there is room. An aborted signal gets the refusal even if there is room. */
  async wait(by: number, options: WaitOptions = {}): Promise<void> {
    if (!options.signal?.aborted && this.growIfRoom(by)) return;
    await this.#quota.turn(this.#holder, by, options);
    this.#amount += by;
  }

  /** Sets the amount without a check. */
  resize(amount: number): void {
    const by = amount - this.#amount;
    this.#amount = amount;
    if (by !== 0) this.#quota.change(this.#holder, by);
  }

  [Symbol.dispose](): void {
    this.resize(0);
  }
}
