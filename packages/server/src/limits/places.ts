import { rateLimited, type ServiceError } from '@pairspace/protocol';

/** The holder of a place. */
export interface Holder {
  address: string;
  /** The session for which the place is held. */
  sessionId?: string | undefined;
}

type Level = 'process' | 'session' | 'address';

/** The refusal of places for open things; `what` completes the sentence "Too many … are open". */
export const tooManyOpen =
  (what: string) =>
  (level: Level): ServiceError =>
    rateLimited(`Too many ${what} are open${level === 'address' ? ' from this address' : ''}.`, 5);

/** Limits what is held at once: connections, requests, waits, streams. A level without a limit counts nothing. */
export class Places {
  readonly #most: Partial<Record<Level, number>>;
  readonly #refusal: (level: Level) => ServiceError;
  readonly #held = new Map<string, number>();

  constructor(most: Partial<Record<Level, number>>, refusal: (level: Level) => ServiceError) {
    this.#most = most;
    this.#refusal = refusal;
  }

  ofSession(sessionId: string): number {
    return this.#held.get(`session ${sessionId}`) ?? 0;
  }

  /** Throws the refusal if there is no place. `elsewhere` is the number that other processes hold for the session. */
  assertRoom(holder: Holder, elsewhere = 0): void {
    for (const [level, key] of this.#keysOf(holder)) {
      const held = (this.#held.get(key) ?? 0) + (level === 'session' ? elsewhere : 0);
      if (held >= (this.#most[level] ?? Infinity)) throw this.#refusal(level);
    }
  }

  /** Takes a place until it is disposed of; throws the refusal if there is none. */
  take(holder: Holder, elsewhere = 0): Disposable {
    this.assertRoom(holder, elsewhere);
    this.#change(holder, 1);
    const place = new DisposableStack();
    place.defer(() => {
      this.#change(holder, -1);
    });
    return place;
  }

  #change(holder: Holder, by: number): void {
    for (const [, key] of this.#keysOf(holder)) {
      const held = (this.#held.get(key) ?? 0) + by;
      if (held > 0) this.#held.set(key, held);
      else this.#held.delete(key);
    }
  }

  *#keysOf({ address, sessionId }: Holder): Generator<[Level, key: string]> {
    if (this.#most.address !== undefined) yield ['address', `address ${address}`];
    if (this.#most.session !== undefined && sessionId !== undefined) yield ['session', `session ${sessionId}`];
    if (this.#most.process !== undefined) yield ['process', 'process'];
  }
}
