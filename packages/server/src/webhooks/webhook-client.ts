import type { DeliveryError } from '@pairspace/protocol';
import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { ConnectionRefusal, guardedConnector, type ResolveHost } from './guarded-connector.ts';

/** The part of an answer that is read; then the connection is closed. */
const maxAnswerBytes = 64 * 1024;

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Called when the connection stands; nothing is sent unless it returns true. */
  mayStart?: (() => Promise<boolean>) | undefined;
}

/** The result of an attempt. */
export interface AttemptResult {
  responseStatus: number | null;
  error: DeliveryError | null;
}

/** The result of a post. `withheld`: nothing was sent, because `mayStart` did not allow it. */
export type WebhookResult = AttemptResult | 'withheld';

interface WebhookClientOptions {
  isAllowed: AddressPolicy;
  resolve: ResolveHost;
  /** The time limit for connection, headers and body together. */
  timeoutMs: number;
}

class Withheld extends Error {}

/** Posts to untrusted receivers: with a time limit, to allowed addresses, reading little, following no redirect. */
export class WebhookClient implements AsyncDisposable {
  readonly #agent: Agent;
  readonly #timeoutMs: number;

  constructor(options: WebhookClientOptions) {
    this.#timeoutMs = options.timeoutMs;
    this.#agent = new Agent({ connect: guardedConnector(options), allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
  }

  async post({ url, headers, body, mayStart }: WebhookRequest): Promise<WebhookResult> {
    const over = new AbortController();
    const timeout = Promise.withResolvers<'timeout'>();
    // The abort alone ends no request that has no connection yet.
    const timer = setTimeout(() => {
      timeout.resolve('timeout');
      over.abort();
    }, this.#timeoutMs);
    const result: AttemptResult = { responseStatus: null, error: null };
    const exchange = async (): Promise<DeliveryError | null> => {
      const response = await request(url, {
        dispatcher: this.#agent,
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length) },
        body: mayStart ? Readable.from(askedFor(body, mayStart)) : body,
        signal: over.signal,
      });
      result.responseStatus = response.statusCode;
      let bytes = 0;
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) break;
      }
      return response.statusCode >= 200 && response.statusCode < 300 ? null : 'status';
    };
    try {
      result.error = await Promise.race([exchange(), timeout.promise]);
    } catch (error) {
      if (error instanceof Withheld) return 'withheld';
      result.error = classOf(error as Error);
    } finally {
      clearTimeout(timer);
    }
    return { ...result };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}

/** The head of a request is sent with the first piece of its body, and so not before `mayStart` has answered. */
async function* askedFor(body: Buffer, mayStart: () => Promise<boolean>): AsyncGenerator<Buffer> {
  if (!(await mayStart())) throw new Withheld();
  yield body;
}

/** Failures are reported in a few coarse classes, which suffice to repair a receiver but not to scan a network. */
const classOf = (error: Error & { code?: string }): DeliveryError => {
  if (error instanceof ConnectionRefusal) return error.error;
  return error.code === 'UND_ERR_CONNECT_TIMEOUT' || error.code === 'ETIMEDOUT' ? 'timeout' : 'connection';
};
