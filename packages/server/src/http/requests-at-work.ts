import { type Endpoint, endpoints, ServiceError } from '@pairspace/protocol';

const retryAfterSeconds = 1;

/** An address that has fewer than this share of the places finds one also where all are taken. */
const ownShare = 1 / 16;

/**
 * Bounds how many requests the process works on at once (NET-35). What more would only wait is refused at once, so that
 * what is accepted stays quick. Beyond the bound there are as many places again for addresses that have few.
 */
export class RequestsAtWork {
  readonly #most: number;
  readonly #perAddress = new Map<string, number>();
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Throws UNAVAILABLE when a request from an address would find no place now. */
  assertRoom(address: string): void {
    const own = this.#perAddress.get(address) ?? 0;
    if (this.#total < this.#most || (own < this.#most * ownShare && this.#total < this.#most * 2)) return;
    throw new ServiceError('UNAVAILABLE', 'The service works on as many requests as it can. Try again.', {
      details: { reason: 'overloaded', retryAfterSeconds },
    });
  }

  /** Does the work of a request from an address; throws UNAVAILABLE when it finds no place. */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    this.assertRoom(address);
    this.#change(address, 1);
    try {
      return await work();
    } finally {
      this.#change(address, -1);
    }
  }

  #change(address: string, by: 1 | -1): void {
    this.#total += by;
    const left = (this.#perAddress.get(address) ?? 0) + by;
    if (left > 0) this.#perAddress.set(address, left);
    else this.#perAddress.delete(address);
  }
}

/** Waits have places of their own, and a heartbeat must come through: without it an agent counts as gone. */
export const hasOwnPlaces = ({ method, path, query }: Endpoint, hasWait: boolean): boolean =>
  (path === endpoints.heartbeat.path && method === endpoints.heartbeat.method) ||
  (hasWait && query?.shape['wait'] !== undefined);
