import type { DeliveryError } from '@pairspace/protocol';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { Agent, buildConnector, request } from 'undici';
import type { AddressPolicy } from './address-policy.ts';

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
  /** Returns the addresses of a host name. */
  resolve: (hostname: string) => Promise<string[]>;
  /** The time limit for connection, headers and body together. */
  timeoutMs: number;
}

/** The end of an attempt before anything was sent. */
class Refusal extends Error {
  readonly result: DeliveryError | 'withheld';

  constructor(result: Refusal['result'], cause?: unknown) {
    super(result, { cause });
    this.result = result;
  }
}

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
    let responseStatus: number | null = null;
    const exchange = async (): Promise<DeliveryError | null> => {
      const response = await request(url, {
        dispatcher: this.#agent,
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length) },
        body: mayStart ? Readable.from(askedFor(body, mayStart)) : body,
        signal: over.signal,
      });
      responseStatus = response.statusCode;
      let bytes = 0;
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) break;
      }
      return response.statusCode >= 200 && response.statusCode < 300 ? null : 'status';
    };
    try {
      const error = await Promise.race([exchange(), timeout.promise]);
      return { responseStatus, error };
    } catch (error) {
      const result = classOf(error as Error);
      return result === 'withheld' ? result : { responseStatus, error: result };
    } finally {
      clearTimeout(timer);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}

/** The head of a request is sent with the first piece of its body, and so not before `mayStart` has answered. */
async function* askedFor(body: Buffer, mayStart: () => Promise<boolean>): AsyncGenerator<Buffer> {
  if (!(await mayStart())) throw new Refusal('withheld');
  yield body;
}

/** Failures are reported in a few coarse classes, which suffice to repair a receiver but not to scan a network. */
const classOf = (error: Error & { code?: string }): Refusal['result'] => {
  if (error instanceof Refusal) return error.result;
  return error.code === 'UND_ERR_CONNECT_TIMEOUT' || error.code === 'ETIMEDOUT' ? 'timeout' : 'connection';
};

/**
 * Connects to allowed addresses only (HOOK-16). A name is resolved once, and the checked address is the one that is
 * dialled. A literal address in the URL is never resolved, so it is checked before.
 */
const guardedConnector = ({ isAllowed, resolve, timeoutMs }: WebhookClientOptions): buildConnector.connector => {
  const listAllowed = callbackify(async (hostname: string) => {
    const found = await resolve(hostname).catch(() => []);
    const allowed = found.filter(isAllowed).map((address) => ({ address, family: isIP(address) }));
    if (allowed.length === 0) throw new Refusal(found.length === 0 ? 'dns' : 'address');
    return allowed;
  });
  // `autoSelectFamily` asks for all addresses of a name.
  const lookup: LookupFunction = (hostname, _, callback) => {
    listAllowed(hostname, callback);
  };
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false, autoSelectFamily: true, lookup });
  return (options, callback) => {
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !isAllowed(literal)) {
      queueMicrotask(() => {
        callback(new Refusal('address'), null);
      });
      return;
    }
    connect(options, (...[error, socket]) => {
      if (!error) callback(null, socket);
      else callback(isTlsFailure(options.protocol, error) ? new Refusal('tls', error) : error, null);
    });
  };
};

/**
 * Until a TLS connection is established, an error that the operating system did not report concerns the certificate or
 * the protocol.
 */
const isTlsFailure = (protocol: string, error: Error & { code?: string; syscall?: string }): boolean =>
  protocol === 'https:' &&
  !(error instanceof Refusal) &&
  !(error instanceof AggregateError) &&
  !error.code?.startsWith('UND_ERR_') &&
  (error.code === 'EPROTO' || (error.syscall === undefined && error.code !== 'ECONNRESET'));

const hostsFile = process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts';

/**
 * Resolves a name by the hosts file, then by DNS. The system's own call would block a thread of the pool that also
 * syncs the database, so a few unanswered names would delay every write.
 */
export const resolveHost = (timeoutMs: number): WebhookClientOptions['resolve'] => {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const known = await addressesInHostsFile(name);
    if (known.length > 0) return known;
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  };
};

const addressesInHostsFile = async (name: string): Promise<string[]> => {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(name) ? [address] : [];
  });
};
