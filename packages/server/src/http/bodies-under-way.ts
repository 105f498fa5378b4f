import { rateLimited, ServiceError } from '@pairspace/protocol';

interface BodyBounds {
  /** Bytes of all bodies that have arrived and are not answered yet. */
  bodiesBytes: number;
  /** The same for those of one client address. */
  bodiesPerAddressBytes: number;
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
    return new BodyBytes(this, address);
  }

  /** Counts more bytes of an address, or refuses them. */
  add(address: string, bytes: number): void {
    this.#assertRoom(address, bytes);
    this.#change(address, bytes);
  }

  /** Bytes of an address are held no longer. */
  giveBack(address: string, bytes: number): void {
    if (bytes > 0) this.#change(address, -bytes);
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

/** The bytes of one body as they arrive; given back when its request is over. */
export class BodyBytes implements Disposable {
  readonly #all: BodiesUnderWay;
  readonly #address: string;
  #held = 0;

  constructor(all: BodiesUnderWay, address: string) {
    this.#all = all;
    this.#address = address;
  }

  /** Counts bytes that have arrived. Throws RATE_LIMITED or UNAVAILABLE when they are too many. */
  add(bytes: number): void {
    this.#all.add(this.#address, bytes);
    this.#held += bytes;
  }

  [Symbol.dispose](): void {
    this.#all.giveBack(this.#address, this.#held);
    this.#held = 0;
  }
}
