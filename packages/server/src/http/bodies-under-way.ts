import { rateLimited, ServiceError } from '@pairspace/protocol';

interface BodyBounds {
  /** Bytes of all bodies that have arrived and are not answered yet. */
  bodiesBytes: number;
  /** The same for those of one client address. */
  bodiesPerAddressBytes: number;
}

/** The bytes of one body as they arrive; given back when its request is over. */
export interface BodyBytes extends Disposable {
  add: (bytes: number) => void;
}

const retryAfterSeconds = 1;

/** Bounds the bytes of bodies that this process holds at once, in all and for one address (NET-6). */
export class BodiesUnderWay {
  readonly #bounds: BodyBounds;
  readonly #perAddress = new Map<string, number>();
  #total = 0;

  constructor(bounds: BodyBounds) {
    this.#bounds = bounds;
  }

  begin(address: string): BodyBytes {
    let held = 0;
    return {
      add: (bytes) => {
        this.#assertRoom(address, bytes);
        held += bytes;
        this.#change(address, bytes);
      },
      [Symbol.dispose]: () => {
        this.#change(address, -held);
        held = 0;
      },
    };
  }

  #assertRoom(address: string, bytes: number): void {
    if ((this.#perAddress.get(address) ?? 0) + bytes > this.#bounds.bodiesPerAddressBytes) {
      throw rateLimited('Too many bytes of request bodies from this address are under way.', retryAfterSeconds);
    }
    if (this.#total + bytes > this.#bounds.bodiesBytes) {
      throw new ServiceError('UNAVAILABLE', 'Too many bytes of request bodies are under way. Try again.', {
        details: { retryAfterSeconds },
      });
    }
  }

  #change(address: string, bytes: number): void {
    this.#total += bytes;
    const left = (this.#perAddress.get(address) ?? 0) + bytes;
    if (left > 0) this.#perAddress.set(address, left);
    else this.#perAddress.delete(address);
  }
}
