/** Bytes of memory that bodies may take. */
const cacheBytes = 16 * 1024 * 1024;

/**
 * Bodies that were read last, by the hash of their content. A large body takes longer to read from the database than to
 * send. Whoever asks has read the row that names the hash, so what the cache holds is never older than the row.
 */
export class BodyCache {
  /** In the order of their last use. */
  readonly #bodies = new Map<string, string | Buffer>();
  readonly #capacity: number;
  #bytes = 0;

  constructor(capacity: number = cacheBytes) {
    this.#capacity = capacity;
  }

  get(hash: string): string | Buffer | undefined {
    const body = this.#bodies.get(hash);
    if (body === undefined) return undefined;
    this.#bodies.delete(hash);
    this.#bodies.set(hash, body);
    return body;
  }

  /** Keeps a body, and forgets those that were not used for longest. */
  put(hash: string, body: string | Buffer): void {
    if (this.#bodies.has(hash) || memoryOf(body) > this.#capacity) return;
    this.#bodies.set(hash, body);
    this.#bytes += memoryOf(body);
    for (const [oldest, forgotten] of this.#bodies) {
      if (this.#bytes <= this.#capacity) return;
      this.#bodies.delete(oldest);
      this.#bytes -= memoryOf(forgotten);
    }
  }
}

/** Bytes of memory that a body takes at most. */
const memoryOf = (body: string | Buffer): number => body.length * (typeof body === 'string' ? 2 : 1);
