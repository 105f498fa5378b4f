import { AssertionError, equal } from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { Event, TransientEvent, transientNames } from '@pairspace/protocol';
import type { HttpClient, HttpRequest } from './http-client.ts';
import { assertShape } from './shape.ts';
import { within } from './tools.ts';

/** A live stream from a client's point of view. Every frame is checked on arrival. */
export class EventStream implements Disposable {
  readonly #response: IncomingMessage;
  readonly events: Event[] = [];
  /** Names of the received transient frames. */
  readonly transient: string[] = [];
  readonly comments: string[] = [];
  /** The lines of the first block. */
  opening: string | undefined;
  /** Resolves when the service ends the stream; rejects at a frame that is wrong. */
  readonly ended: Promise<void>;
  #isOver = false;
  #moved = Promise.withResolvers<void>();

  private constructor(response: IncomingMessage) {
    this.#response = response;
    this.ended = this.#read().finally(() => {
      this.#isOver = true;
      this.#moved.resolve();
    });
    this.ended.catch(() => undefined);
  }

  static async open(http: HttpClient, request: HttpRequest): Promise<EventStream> {
    const response = await http.open(request);
    equal(response.statusCode, 200, `${request.path} must be a stream`);
    equal(response.headers['content-type']?.split(';')[0], 'text/event-stream');
    return new EventStream(response);
  }

  get ids(): number[] {
    return this.events.map((event) => event.seq);
  }

  get names(): string[] {
    return this.events.map((event) => event.event);
  }

  /** Resolves when `done` is true of the stream; fails when the stream ends before, or after `ms`. */
  async until(what: string, done: (stream: this) => boolean, ms?: number): Promise<void> {
    const wait = async (): Promise<void> => {
      while (!done(this)) {
        if (this.#isOver) {
          await this.ended;
          throw new AssertionError({ message: `the stream ended before ${what}`, actual: this.names });
        }
        await this.#moved.promise;
      }
    };
    await within(`${what} on the stream`, wait(), ms);
  }

  /** Resolves when the event with this number has come. */
  upTo(seq: number, ms?: number): Promise<void> {
    return this.until(`event ${String(seq)}`, ({ events }) => events.some((event) => event.seq >= seq), ms);
  }

  async #read(): Promise<void> {
    let text = '';
    this.#response.setEncoding('utf8');
    try {
      for await (const chunk of this.#response) {
        text += chunk as string;
        const blocks = text.split(/\r\n\r\n|\n\n|\r\r/);
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
        this.#moved.resolve();
        this.#moved = Promise.withResolvers();
      }
    } catch (error) {
      // A service may end a stream by closing the connection. Only the frames can be wrong.
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    }
  }

  #take(block: string): void {
    this.opening ??= block;
    const lines = block.split(/\r\n|\n|\r/);
    this.comments.push(...lines.filter((line) => line.startsWith(':')));
    const fields = lines.flatMap((line) => {
      const [, name, value] = /^(\w+): ?([^]*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, value }];
    });
    const valueOf = (wanted: string): string | undefined => fields.find(({ name }) => name === wanted)?.value;
    const data = fields.filter(({ name }) => name === 'data').map(({ value }) => value);
    if (data.length === 0) return;
    const name = valueOf('event');
    if (name !== undefined && (transientNames as readonly string[]).includes(name)) {
      equal(valueOf('id'), undefined, `${name} is transient and has no id`);
      assertShape(TransientEvent, JSON.parse(data.join('\n')), 'a transient frame of the stream');
      this.transient.push(name);
      return;
    }
    const event = assertShape(Event, JSON.parse(data.join('\n')), 'a frame of the stream');
    equal(valueOf('id'), String(event.seq), 'the id of a frame is the seq of its event');
    equal(name, event.event, 'the name of a frame is the name of its event');
    this.events.push(event);
  }

  [Symbol.dispose](): void {
    this.#response.destroy();
  }
}
