import http, { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';

export interface HttpRequest {
  method: string;
  /** The path in the request line, neither normalised nor encoded. */
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Uint8Array | undefined;
}

export interface HttpAnswer {
  /** Method and path of the request, for messages. */
  request: string;
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends requests to one service from one client address, over persistent connections. */
export class HttpClient implements Disposable {
  readonly #base: URL;
  readonly #address: string | undefined;
  readonly #agent: http.Agent | https.Agent;
  #isClosed = false;

  constructor(base: URL, address?: string) {
    this.#base = base;
    this.#address = address;
    this.#agent = new (base.protocol === 'https:' ? https : http).Agent({ keepAlive: true });
  }

  /** The service, and the address from which it is called. */
  get place(): { base: URL; address: string | undefined } {
    return { base: this.#base, address: this.#address };
  }

  /** Sends a request and reads the whole answer, or only the head of a live stream. */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    const response = await this.open(request);
    const { statusCode: status = 0, headers } = response;
    const head = { request: `${request.method} ${request.path}`, status, headers };
    if (headers['content-type']?.startsWith('text/event-stream') && request.method !== 'HEAD') {
      response.destroy();
      return { ...head, text: '' };
    }
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { ...head, text: Buffer.concat(chunks).toString() };
  }

  /** Sends a request and resolves at the head of the answer. The caller reads or destroys the body. */
  open(given: HttpRequest): Promise<IncomingMessage> {
    const { method, path, headers = {}, body } = given;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { protocol, hostname, port, pathname } = this.#base;
    const request = (protocol === 'https:' ? https : http).request({
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      path: `${pathname.replace(/\/$/, '')}${path}`,
      headers: body === undefined ? headers : { 'content-length': Buffer.byteLength(body), ...headers },
      agent: this.#agent,
      ...(this.#address === undefined ? {} : { localAddress: this.#address }),
    });
    request.on('response', resolve);
    request.on('error', (cause: NodeJS.ErrnoException) => {
      // The service may close an idle connection at the moment at which it is used again.
      if (request.reusedSocket && cause.code === 'ECONNRESET') resolve(this.open(given));
      // Calls that a rule left behind when it ended have no reader.
      if (!this.#isClosed) reject(new Error(`${method} ${path}: no answer, ${cause.message}`, { cause }));
    });
    request.end(body);
    return promise;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#agent.destroy();
  }
}
