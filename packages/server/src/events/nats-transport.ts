import type { TransientEvent } from '@pairspace/protocol';
import {
  type ConnectionOptions,
  connect,
  type Msg,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node';
import { once } from 'node:events';
import type { Bus, BusTransport } from './bus.ts';

const prefix = 'pairspace.session';
const moved = 'moved';
const said = 'said';
/** How long an interest stays after its last follower has left, because a long poll usually comes back at once. */
const lingerMs = 10_000;
const retryMs = 500;
const pingMs = 5000;
const reachMs = 250;

interface Interest {
  /** Whether only one of the nodes with this interest is notified. */
  isShared: boolean;
  followers: number;
  subscription: Subscription | undefined;
  leaving: NodeJS.Timeout | undefined;
}

interface NatsTransportOptions {
  /** `nats://user:password@host:port`, several separated by commas; `tls://` for encrypted. */
  url: string;
  bus: Bus;
  /** Called at each change of the connection, with a text that says what happened. */
  onChange: (isConnected: boolean, why: string) => void;
}

/**
 * Carries notifications and frames between nodes over NATS. Each session has two subjects, to which a node subscribes
 * while somebody on it follows the session. Messages are dropped while NATS cannot be reached: followers poll the log
 * by themselves, and all of them read it when NATS is back.
 */
export class NatsTransport implements BusTransport, AsyncDisposable {
  readonly #options: NatsTransportOptions;
  readonly #interests = new Map<string, Interest>();
  #connection: NatsConnection | undefined;
  #isConnected = false;
  #closed = false;
  /** The number of messages that were dropped because NATS could not be reached. */
  dropped = 0;
  /** The number of messages that came from other nodes. */
  received = 0;

  constructor(options: NatsTransportOptions) {
    this.#options = options;
    void this.#connect();
    options.bus.join(this);
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** The number of sessions and other topics that somebody on this node follows, or followed a moment ago. */
  get interests(): number {
    return this.#interests.size;
  }

  notify(sessionId: string): void {
    this.#say(`${prefix}.${sessionId}.${moved}`);
  }

  announce(frame: TransientEvent): void {
    this.#say(`${prefix}.${frame.sessionId}.${said}`, JSON.stringify(frame));
  }

  listen(sessionId: string): () => void {
    const interest = this.#join(sessionId, false);
    return () => {
      interest.followers--;
      if (interest.followers > 0) return;
      interest.leaving = setTimeout(() => {
        this.#leave(sessionId, interest);
      }, lingerMs).unref();
    };
  }

  listenInGroup(topic: string): () => void {
    const interest = this.#join(topic, true);
    return () => {
      interest.followers--;
      // The node leaves a group at once, because a shared message that reaches a node without followers reaches nobody.
      if (interest.followers === 0) this.#leave(topic, interest);
    };
  }

  #join(topic: string, isShared: boolean): Interest {
    const interest = this.#interests.get(topic) ?? {
      isShared,
      followers: 0,
      subscription: undefined,
      leaving: undefined,
    };
    this.#interests.set(topic, interest);
    interest.followers++;
    clearTimeout(interest.leaving);
    if (interest.subscription === undefined) this.#subscribe(topic, interest);
    return interest;
  }

  #leave(topic: string, { subscription }: Interest): void {
    subscription?.unsubscribe();
    this.#interests.delete(topic);
  }

  /**
   * Resolves when notifications and frames of the session from other nodes reach this node, or after `reachMs` if NATS
   * is slow to confirm the subscription.
   */
  async reach(sessionId: string): Promise<void> {
    const leave = this.listen(sessionId);
    if (this.#isConnected) {
      const slow = AbortSignal.timeout(reachMs);
      await Promise.race([this.#connection?.flush().catch(() => undefined), once(slow, 'abort')]);
    }
    leave();
  }

  #say(subject: string, payload?: string): void {
    if (this.#connection === undefined || !this.#isConnected || this.#closed) this.dropped++;
    else this.#connection.publish(subject, payload);
  }

  #subscribe(sessionId: string, interest: Interest): void {
    const connection = this.#connection;
    if (connection === undefined || this.#closed) return;
    interest.subscription = connection.subscribe(`${prefix}.${sessionId}.*`, {
      ...(interest.isShared && { queue: 'takers' }),
      callback: (error, message) => {
        if (!error) this.#receive(sessionId, message);
      },
    });
    // The node misses messages that NATS handled before this subscription, so the followers read once more.
    connection.flush().then(
      () => {
        this.#options.bus.notifyLocal(sessionId);
      },
      () => undefined,
    );
  }

  #receive(sessionId: string, message: Msg): void {
    this.received++;
    const { bus } = this.#options;
    if (message.subject.endsWith(`.${moved}`)) bus.notifyLocal(sessionId);
    else {
      const frame = frameIn(message);
      if (frame?.sessionId === sessionId) bus.announceLocal(frame);
    }
  }

  async #connect(): Promise<void> {
    const { url, onChange } = this.#options;
    let connection: NatsConnection | undefined;
    let isTold = false;
    while (connection === undefined && !this.#closed) {
      try {
        connection = await connect(connectionOptions(url));
      } catch (error) {
        if (!isTold) onChange(false, `NATS is away: ${(error as Error).message}`);
        isTold = true;
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
      }
    }
    if (connection === undefined) return;
    if (this.#closed) {
      await connection.close();
      return;
    }
    this.#connection = connection;
    this.#isConnected = true;
    onChange(true, 'NATS is connected');
    for (const [sessionId, interest] of this.#interests) this.#subscribe(sessionId, interest);
    void this.#follow(connection);
  }

  async #follow(connection: NatsConnection): Promise<void> {
    const { bus, onChange } = this.#options;
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' && this.#isConnected) {
        this.#isConnected = false;
        onChange(false, 'NATS is away; followers look at their logs by themselves');
      } else if (type === 'reconnect' && !this.#isConnected) {
        this.#isConnected = true;
        onChange(true, 'NATS is back');
        await connection.flush().catch(() => undefined);
        bus.notifyAllLocal();
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const { leaving } of this.#interests.values()) clearTimeout(leaving);
    await this.#connection?.close();
  }
}

const frameIn = (message: Msg): TransientEvent | undefined => {
  try {
    return message.json<TransientEvent>();
  } catch {
    return undefined;
  }
};

const connectionOptions = (text: string): ConnectionOptions => {
  const urls = text.split(',').map((part) => new URL(part.trim()));
  const [first] = urls;
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port === '' ? '4222' : port}`),
    name: 'pairspace',
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryMs,
    pingInterval: pingMs,
    ignoreAuthErrorAbort: true,
    timeout: 3000,
    ...(first?.password ? { user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) } : {}),
    ...(first?.username && !first.password ? { token: decodeURIComponent(first.username) } : {}),
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
  };
};
