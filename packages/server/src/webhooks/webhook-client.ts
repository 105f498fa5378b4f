import type { DeliveryError } from '@pairspace/protocol';
import { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { ConnectionRefusal, guardedConnector } from './guarded-connector.ts';
import type { AddressPolicy } from './address-policy.ts';
import type { ResolveHost } from './resolve-host.ts';

/** What is read of an answer; then the connection is cut. */
const maxAnswerBytes = 64 * 1024;

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Asked at the last moment, when the connection stands; without a yes nothing is sent. */
  mayStart?: () => Promise<boolean>;
}

/** How an attempt went. `withheld`: nothing was sent. */
export type WebhookResult = { responseStatus: number | null; error: DeliveryError | null } | 'withheld';

export interface WebhookClientOptions {
  isAllowed: AddressPolicy;
  resolve: ResolveHost;
  /** For connection, headers and body together. */
  timeoutMs: number;
  connectionsPerHost: number;
}

class Withheld extends Error {}

/** Posts to receivers that nobody vouches for: within a time, to allowed addresses, reading little, following nothing. */
export class WebhookClient {
  readonly #agent: Agent;
  readonly #timeoutMs: number;

  constructor({ connectionsPerHost, ...guard }: WebhookClientOptions) {
    this.#timeoutMs = guard.timeoutMs;
    this.#agent = new Agent({
      connect: guardedConnector(guard),
      connections: connectionsPerHost,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  post({ url, headers, body, mayStart }: WebhookRequest): Promise<WebhookResult> {
    const { origin, pathname, search } = new URL(url);
    const attempt = new Attempt(this.#timeoutMs);
    this.#agent.dispatch(
      {
        origin,
        path: pathname + search,
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length) },
        body: mayStart ? Readable.from(askedFor(body, mayStart)) : body,
      },
      attempt,
    );
    return attempt.result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}

/** The head of a request goes out with the first piece of its body, and so not before the question is answered. */
async function* askedFor(body: Buffer, mayStart: () => Promise<boolean>): AsyncGenerator<Buffer> {
  if (!(await mayStart())) throw new Withheld();
  yield body;
}

/** One request, from the dispatch to its one result. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly result: Promise<WebhookResult>;
  readonly #settle: (result: WebhookResult) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #responseStatus: number | null = null;
  #answerBytes = 0;
  #over = false;

  constructor(timeoutMs: number) {
    const { promise, resolve } = Promise.withResolvers<WebhookResult>();
    this.result = promise;
    this.#settle = resolve;
    this.#timer = setTimeout(() => {
      this.#end('timeout');
      this.#controller?.abort(new Error('The time is up.'));
    }, timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) controller.abort(new Error('The time was up before there was a connection.'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status >= 200) this.#responseStatus = status;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#answerBytes += chunk.length;
    if (this.#answerBytes <= maxAnswerBytes) return;
    this.#answered();
    controller.abort(new Error('The answer is too long.'));
  }

  onResponseEnd(): void {
    this.#answered();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (error instanceof Withheld) this.#finish('withheld');
    else this.#end(classOf(error));
  }

  #answered(): void {
    const status = this.#responseStatus ?? 0;
    this.#end(status >= 200 && status < 300 ? null : 'status');
  }

  #end(error: DeliveryError | null): void {
    this.#finish({ responseStatus: this.#responseStatus, error });
  }

  #finish(result: WebhookResult): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#settle(result);
  }
}

/** Failures are told in a few coarse classes: enough to repair a receiver, not to look around with. */
const classOf = (error: Error & { code?: string }): DeliveryError => {
  if (error instanceof ConnectionRefusal) return error.error;
  return error.code === 'UND_ERR_CONNECT_TIMEOUT' || error.code === 'ETIMEDOUT' ? 'timeout' : 'connection';
};
