import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A TCP proxy. With one target it simulates a network that can be cut or silenced; with several it is a load balancer
 * that only knows which targets accept connections.
 */
export class TcpProxy implements AsyncDisposable {
  /** The probability that a piece is lost together with its connection: TCP delivers in order or not at all. */
  loss = 0;
  /** The number of lost pieces. */
  lost = 0;
  readonly #targets: readonly number[];
  readonly #pairs = new Set<[Socket, Socket]>();
  readonly #server = createServer((near) => {
    if (this.#state === 'cut') near.destroy();
    else this.#reach(near, this.#targets.length);
  });
  #state: 'open' | 'cut' | 'silent' = 'open';
  #next = 0;

  private constructor(targets: readonly number[]) {
    this.#targets = targets;
  }

  static async before(...targets: readonly number[]): Promise<TcpProxy> {
    const proxy = new TcpProxy(targets);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends every connection, and accepts none until it is opened. */
  cut(): void {
    this.#state = 'cut';
    this.#endAll();
  }

  /** Keeps every connection and forwards nothing. */
  silence(): void {
    this.#state = 'silent';
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  open(): void {
    this.#state = 'open';
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  #endAll(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Connects to the next target that accepts connections. */
  #reach(near: Socket, left: number): void {
    const port = this.#targets[this.#next++ % this.#targets.length] ?? 0;
    // The client's own address, for servers that limit by address.
    const localAddress = near.remoteAddress ?? '127.0.0.1';
    const far = connect({ port, host: '127.0.0.1', localAddress });
    const refused = (): void => {
      if (left > 1) this.#reach(near, left - 1);
      else near.destroy();
    };
    far.once('error', refused);
    far.once('connect', () => {
      far.off('error', refused);
      this.#join(near, far);
    });
  }

  #join(near: Socket, far: Socket): void {
    const pair: [Socket, Socket] = [near, far];
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.setNoDelay(true);
      from.on('data', (bytes: Buffer) => {
        if (Math.random() < this.loss) {
          this.lost++;
          for (const socket of pair) socket.destroy();
          return;
        }
        if (to.writable && !to.write(bytes)) from.pause();
      });
      to.on('drain', () => {
        if (this.#state !== 'silent') from.resume();
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        // Data that was sent before still reaches the other side.
        to.end();
        if (to.destroyed) this.#pairs.delete(pair);
      });
    }
    if (this.#state === 'silent') for (const socket of pair) socket.pause();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#endAll();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
