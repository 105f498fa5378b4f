import { Connection, type ConnectionOptions } from './connection.ts';
import { PoolExhausted } from './failure.ts';

/** After a connection could not be opened, nobody tries again for this long. */
const retryPauseMs = 250;
const acquireTimeoutMs = 10_000;

/** Connections that belong to one transaction at a time. */
export class Pool {
  readonly #options: ConnectionOptions;
  readonly #size: number;
  readonly #idle: Connection[] = [];
  #open = 0;
  #waiting: PromiseWithResolvers<Connection>[] = [];
  #lastFailure: { error: unknown; at: number } | undefined;
  #closed = false;

  constructor(options: ConnectionOptions, size: number) {
    this.#options = options;
    this.#size = size;
  }

  /**
   * Returns a connection that belongs to the caller until it is released. With `isNew` the connection is newly opened,
   * because an idle connection may be stale. Throws if no connection can be opened or becomes free in time.
   */
  async acquire({ isNew = false } = {}): Promise<Connection> {
    const idle = this.#idle.pop();
    if (idle && !isNew) return idle;
    if (idle) this.#drop(idle);
    if (this.#open < this.#size) return this.#make();
    const waiter = Promise.withResolvers<Connection>();
    this.#waiting.push(waiter);
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((other) => other !== waiter);
      waiter.reject(new PoolExhausted('every connection was in use for too long'));
    }, acquireTimeoutMs);
    return waiter.promise.finally(() => {
      clearTimeout(timer);
    });
  }

  release(connection: Connection): void {
    if (connection.isBroken || this.#closed) {
      this.#drop(connection);
      this.#serveNext();
      return;
    }
    const next = this.#waiting.shift();
    if (next) next.resolve(connection);
    else this.#idle.push(connection);
  }

  #drop(connection: Connection): void {
    this.#open--;
    void connection.close();
  }

  /** Opens another connection for the waiting callers. It goes to the caller that waits longest when it is open. */
  #serveNext(): void {
    if (this.#waiting.length === 0) return;
    this.#make().then(
      (connection) => {
        this.release(connection);
      },
      (error: unknown) => {
        this.#refuseAll(error);
      },
    );
  }

  #refuseAll(error: unknown): void {
    for (const waiter of this.#waiting.splice(0)) waiter.reject(error);
  }

  async #make(): Promise<Connection> {
    const failed = this.#lastFailure;
    if (failed && performance.now() - failed.at < retryPauseMs) throw failed.error as Error;
    this.#open++;
    try {
      const connection = await Connection.open(this.#options, (broken) => {
        this.#forget(broken);
      });
      this.#lastFailure = undefined;
      return connection;
    } catch (error) {
      this.#open--;
      this.#lastFailure = { error, at: performance.now() };
      this.#refuseAll(error);
      throw error;
    }
  }

  /** Removes a broken connection if it is idle. A connection in use is released by its user. */
  #forget(broken: Connection): void {
    const place = this.#idle.indexOf(broken);
    if (place === -1) return;
    this.#idle.splice(place, 1);
    this.#open--;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#idle.splice(0).map((connection) => connection.close()));
  }
}
