/** The memory for cached bodies, in bytes. */
const cacheBytes = 16 * 1024 * 1024;

/**
 * Recently read bodies, by the hash of their content. Reading a large body from the database takes longer than sending
 * it. The caller has read the hash from its row, so a cached body is never outdated.
 */
export class BodyCache {
  /** Bodies in the order of last use. */
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

  /** Stores a body, and removes the least recently used ones. */
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

/** The most memory that a body takes, in bytes. */
const memoryOf = (body: string | Buffer): number => body.length * (typeof body === 'string' ? 2 : 1);
