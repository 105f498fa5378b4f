import type { DeliveryError, WebhookScope } from '@pairspace/protocol';
import { Readable } from 'node:stream';
import { isIP } from 'node:net';
import { Agent, Client, type Dispatcher } from 'undici';
import { ConnectionRefusal, guardedConnector, lookedUp } from './guarded-connector.ts';
import type { AddressPolicy } from './address-policy.ts';
import type { ResolveHost } from './resolve-host.ts';
import type { TargetBudget } from './target-budget.ts';

/** The part of an answer that is read; then the connection is closed. */
const maxAnswerBytes = 64 * 1024;

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Called when the connection stands; nothing is sent unless it returns true. */
  mayStart?: () => Promise<boolean>;
  /** The scope whose limit for the address the request counts against, if there is a limit (HOOK-33). */
  countedAs?: WebhookScope;
}

/** The result of an attempt. */
export interface AttemptResult {
  responseStatus: number | null;
  error: DeliveryError | null;
}

/**
 * The result of a post. `withheld`: nothing was sent, because `mayStart` did not allow it. `waitMs`: nothing was sent,
 * because the address has reached its limit.
 */
export type WebhookResult = AttemptResult | 'withheld' | { waitMs: number };

export interface WebhookClientOptions {
  isAllowed: AddressPolicy;
  resolve: ResolveHost;
  /** The time limit for connection, headers and body together. */
  timeoutMs: number;
  connectionsPerHost: number;
  /** Limits for one address over all webhooks of a scope; a missing scope has no limit. */
  budgets?: Partial<Record<WebhookScope, TargetBudget>> | undefined;
}

class Withheld extends Error {}

/** Posts to untrusted receivers: with a time limit, to allowed addresses, reading little, following no redirect. */
export class WebhookClient {
  readonly #agent: Agent;
  readonly #options: WebhookClientOptions;
  /** Clients for single requests. */
  readonly #single = new Set<Client>();

  constructor(options: WebhookClientOptions) {
    const { connectionsPerHost, ...guard } = options;
    this.#options = options;
    this.#agent = new Agent({
      connect: guardedConnector(guard),
      connections: connectionsPerHost,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  post(request: WebhookRequest): Promise<WebhookResult> {
    const { budgets, timeoutMs } = this.#options;
    const budget = request.countedAs && budgets?.[request.countedAs];
    const attempt = new Attempt(timeoutMs);
    if (budget) void this.#postCounted(request, attempt, budget);
    else this.#dispatch(request, attempt, this.#agent);
    return attempt.result;
  }

  /**
   * Counts by the address that is dialled. The name is resolved once, and no earlier connection is reused, because the
   * name may resolve to another address now.
   */
  async #postCounted(request: WebhookRequest, attempt: Attempt, budget: TargetBudget): Promise<void> {
    try {
      const { origin, hostname } = new URL(request.url);
      const address = await this.#addressOf(hostname.replace(/^\[|\]$/g, ''));
      if (attempt.isOver) return;
      const refused = budget.take(address, request.body.length);
      if (refused) {
        attempt.finish(refused);
        return;
      }
      const connect = guardedConnector({ ...this.#options, resolve: () => Promise.resolve([address]) });
      const client = new Client(origin, { connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
      this.#single.add(client);
      this.#dispatch(request, attempt, client);
      await attempt.result;
      this.#single.delete(client);
      await client.destroy();
    } catch (error) {
      attempt.onResponseError(undefined, error as Error);
    }
  }

  /** An allowed address of the host. */
  async #addressOf(hostname: string): Promise<string> {
    const { isAllowed, resolve } = this.#options;
    const found = isIP(hostname) === 0 ? await lookedUp(hostname, resolve) : [hostname];
    const address = found.find((one) => isAllowed(one));
    if (address !== undefined) return address;
    throw new ConnectionRefusal('address', `${hostname} has no address that deliveries may go to`);
  }

  #dispatch({ url, headers, body, mayStart }: WebhookRequest, attempt: Attempt, dispatcher: Dispatcher): void {
    const { origin, pathname, search } = new URL(url);
    dispatcher.dispatch(
      {
        origin,
        path: pathname + search,
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length) },
        body: mayStart ? Readable.from(askedFor(body, mayStart)) : body,
      },
      attempt,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#agent, ...this.#single].map((dispatcher) => dispatcher.destroy()));
  }
}

/** The head of a request is sent with the first piece of its body, and so not before `mayStart` has answered. */
async function* askedFor(body: Buffer, mayStart: () => Promise<boolean>): AsyncGenerator<Buffer> {
  if (!(await mayStart())) throw new Withheld();
  yield body;
}

/** A request, from its dispatch to its result. */
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
    if (error instanceof Withheld) this.finish('withheld');
    else this.#end(classOf(error));
  }

  #answered(): void {
    const status = this.#responseStatus ?? 0;
    this.#end(status >= 200 && status < 300 ? null : 'status');
  }

  #end(error: DeliveryError | null): void {
    this.finish({ responseStatus: this.#responseStatus, error });
  }

  get isOver(): boolean {
    return this.#over;
  }

  finish(result: WebhookResult): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#settle(result);
  }
}

/** Failures are reported in a few coarse classes, which suffice to repair a receiver but not to scan a network. */
const classOf = (error: Error & { code?: string }): DeliveryError => {
  if (error instanceof ConnectionRefusal) return error.error;
  return error.code === 'UND_ERR_CONNECT_TIMEOUT' || error.code === 'ETIMEDOUT' ? 'timeout' : 'connection';
};
