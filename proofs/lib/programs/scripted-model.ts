import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Conversation } from './conversation.ts';
import { type Answer, dialects, type ModelRequest } from './dialects.ts';

/** A scripted model on loopback that serves four model APIs. */
export class ScriptedModel implements AsyncDisposable {
  readonly #server: Server;
  readonly #conversations: Conversation[] = [];

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => void this.#respond(request, response));
  }

  static async start(): Promise<ScriptedModel> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ScriptedModel(server);
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** Expects a new conversation, whose first prompt contains its word. */
  converse(): Conversation {
    const conversation = new Conversation(`(talk ${String(this.#conversations.length + 1)})`);
    this.#conversations.push(conversation);
    return conversation;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const dialect = dialects.find((one) => one.takes(pathname));
    const body = request.method === 'POST' ? await json(request).catch(() => ({})) : {};
    if (!dialect) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ input_tokens: 10, data: [], models: [] }));
      return;
    }
    const asked = dialect.read(body as Record<string, unknown>);
    if (this.#conversationOf(asked)?.refuses) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: 'Refused.' } }));
      return;
    }
    const answer = this.#answer(asked);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [name, data] of dialect.write(answer)) {
      const line = typeof data === 'string' ? data : JSON.stringify(data);
      response.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${line}\n\n`);
    }
    response.end();
  }

  #answer(request: ModelRequest): Answer {
    // A request without tools asks for a title or a summary.
    if (request.tools.length === 0) return { text: 'A title' };
    return this.#conversationOf(request)?.answer(request) ?? { text: 'Nobody expects this conversation.' };
  }

  #conversationOf({ told }: ModelRequest): Conversation | undefined {
    const isTold = (words: string): boolean => told.some(({ by, text }) => by !== 'tool' && text.includes(words));
    // A conversation that was cleared may begin with a pointer.
    return (
      this.#conversations.find(({ word }) => isTold(word)) ??
      this.#conversations.find(({ seat }) => seat !== undefined && isTold(`with seat ${seat},`))
    );
  }
}
