import { type Endpoint, pageBytes } from '@pairspace/protocol';
import type { Reservation, Holder, Quota } from '../../limits/quota.ts';
import type { ServiceLimits } from '../../limits/service-limits.ts';

/**
 * Bytes to reserve for an answer of unknown size. A page contains up to `pageBytes` and one more item. A text of 1 MiB
 * takes 2 MiB while it becomes JSON, and 12 MiB if each character is escaped.
 */
const expectedBytes = { page: 4 * pageBytes, texts: 6 * pageBytes };

/** The bytes of an answer that count as one request; each further part of this size counts as another (LIM-6). */
const bytesPerRequest = 256 * 1024;

export type AnswerLimits = Pick<ServiceLimits, 'requests' | 'answers' | 'exports' | 'exportWaitMs' | 'reads'>;

/** The endpoint of an answer, or a route with the same limits. */
type AnsweringEndpoint = Pick<Endpoint, 'largeAnswer'>;

interface Room {
  quota: Quota;
  amount: number;
  /** The time for which a request waits for room. */
  waitMs: number;
  patienceMs: number;
}

const roomOf = ({ largeAnswer }: AnsweringEndpoint, { answers, exports, exportWaitMs }: AnswerLimits): Room =>
  largeAnswer === 'export'
    ? { quota: exports, amount: 1, waitMs: exportWaitMs, patienceMs: 30_000 }
    : { quota: answers, amount: expectedBytes[largeAnswer ?? 'page'], waitMs: 10_000, patienceMs: 5000 };

/** The reservation for an answer, from before it is made until its client has taken it (LIM-6, EXP-9). */
export class PendingAnswer implements Disposable {
  /** While others wait for room, a client that took too little in this time is disconnected. */
  readonly patienceMs: number;
  readonly #limits: AnswerLimits;
  readonly #holder: Holder;
  readonly #gone: () => AbortSignal;
  #signal: AbortSignal | undefined;
  readonly #room: Room;
  readonly #held: Reservation;
  readonly #isLarge: boolean;
  #sentBytes = 0;

  /** `gone` is requested once, and only for a large answer; it aborts when the client has left. */
  constructor(endpoint: AnsweringEndpoint, limits: AnswerLimits, holder: Holder, gone: () => AbortSignal) {
    this.#limits = limits;
    this.#holder = holder;
    this.#gone = gone;
    this.#isLarge = endpoint.largeAnswer !== undefined;
    this.#room = roomOf(endpoint, limits);
    this.patienceMs = this.#room.patienceMs;
    this.#held = this.#room.quota.open(holder);
  }

  /** Reserves room for an answer before it is read; throws if a large answer gets no room in time. */
  async begin(): Promise<void> {
    if (this.#isLarge) await this.reserve();
    else await this.#limits.reads.take('short', this.#holder.client);
  }

  /**
   * Waits for a turn to read a large answer, and then for room; throws if there is none in time, or if the client has
   * left meanwhile. The turn comes first: an answer that is read and sent within its turn never makes others wait for
   * room.
   */
  async reserve(): Promise<void> {
    const { amount, waitMs } = this.#room;
    await this.#turn();
    if (this.#held.amount > 0) return;
    const signal = (this.#signal ??= this.#gone());
    if (!signal.aborted && this.#held.growIfRoom(amount)) return;
    await this.#held.wait(amount, { waitMs, signal });
    await this.#turn();
  }

  #turn(): Promise<void> {
    return this.#limits.reads.take('long', this.#holder.client);
  }

  /** Releases the room, because there was nothing to answer yet. */
  giveBack(): void {
    this.#held.resize(0);
  }

  /** Notes that the answer is complete, and takes this number of bytes until it is sent. */
  made(bytes: number): void {
    this.#held.resize(bytes);
  }

  /** Counts sent bytes toward the rate of the client, in addition to earlier bytes of the same answer. */
  charge(bytes: number): void {
    const counted = Math.floor(this.#sentBytes / bytesPerRequest);
    this.#sentBytes += bytes;
    const more = Math.floor(this.#sentBytes / bytesPerRequest) - counted;
    if (more > 0) this.#limits.requests.charge(this.#holder, more);
  }

  /** Whether other requests wait for the room that this answer holds. */
  get isAwaited(): boolean {
    return this.#held.amount > 0 && this.#room.quota.isAwaited;
  }

  [Symbol.dispose](): void {
    this.#held[Symbol.dispose]();
  }
}
