import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and the service, and delays, cuts or freezes connections as networks do. */
export class TcpProxy implements AsyncDisposable {
  /** The number of answer bytes after which the next connection is cut. */
  budget: () => number = () => Infinity;
  connections = 0;
  #url = '';
  #frozen = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      this.connections++;
      const far = connect(Number(target.port), target.hostname);
      this.#pass(near, far, this.budget());
    });
  }

  static async before(target: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(target));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.#url = `http://127.0.0.1:${String((proxy.#server.address() as AddressInfo).port)}`;
    return proxy;
  }

  get url(): string {
    return this.#url;
  }

  /** Forwards nothing more on the open connections, and keeps them open. */
  freeze(): void {
    this.#frozen = true;
  }

  #pass(near: Socket, far: Socket, budget: number): void {
    let left = budget;
    const cut = (): void => {
      near.destroy();
      far.destroy();
    };
    const frozen = (): boolean => this.#frozen;
    near.on('data', (bytes: Buffer) => {
      this.#frozen = false;
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (frozen()) return;
      near.write(bytes.subarray(0, left));
      left -= bytes.length;
      if (left <= 0) near.end(cut);
    });
    this.#sockets.add(near);
    near.on('close', () => this.#sockets.delete(near));
    for (const socket of [near, far]) socket.on('error', cut).on('close', cut);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
