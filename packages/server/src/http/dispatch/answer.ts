import type { ErrorBody, ServiceError } from '@pairspace/protocol';
import type { FrameSink } from '../../events/frame.ts';
import { JsonText } from '../../lib/json-text.ts';

export const jsonType = 'application/json; charset=utf-8';

/** A success with another status of the endpoint, or with headers. */
export class Answer<T> {
  readonly data: T;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(data: T, { status, headers = {} }: Partial<Pick<Answer<T>, 'status' | 'headers'>> = {}) {
    this.data = data;
    this.status = status;
    this.headers = headers;
  }
}

/** A representation other than the envelope, which the client requested by `Accept`. */
export class Representation {
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;

  constructor(contentType: string, body: string | Buffer, headers: Record<string, string> = {}) {
    this.body = body;
    this.headers = { 'content-type': contentType, ...headers };
  }
}

export type Piece = string | Uint8Array;

/**
 * A success that is too large to hold in memory: its pieces are made as fast as the client takes them. An error before
 * the first piece is an ordinary error; after it the connection is cut, so that no part ever passes for the whole.
 */
export class StreamedAnswer {
  readonly pieces: AsyncIterable<Piece>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(contentType: string, pieces: AsyncIterable<Piece>, headers: Record<string, string> = {}) {
    this.pieces = pieces;
    this.headers = { 'content-type': contentType, ...headers };
  }

  /** An answer in the envelope, with the payload as pieces of JSON text. */
  static data(pieces: AsyncIterable<Piece>): StreamedAnswer {
    return new StreamedAnswer(jsonType, inEnvelope(pieces));
  }
}

async function* inEnvelope(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let before = '{"ok":true,"data":';
  for await (const piece of pieces) {
    if (before !== '') yield before;
    before = '';
    yield piece;
  }
  yield '}';
}

/** The result of a read that may wait. */
export interface Polled<T> {
  result: T;
  /** The session is completed, so there is nothing to wait for (WAIT-6). */
  completed: boolean;
}

/** The page of a read that may wait, with items as JSON text. */
export const jsonPage = <T extends { items: readonly string[] }>({
  result: { items, ...rest },
  completed,
}: Polled<T>): JsonText =>
  new JsonText(
    `{"items":[${items.join(',')}],${JSON.stringify({ ...rest, ...(completed && { completed }) }).slice(1)}`,
  );

export const dataText = (data: unknown): string => (data instanceof JsonText ? data.text : JSON.stringify(data));

export const successBody = (data: string): string => `{"ok":true,"data":${data}}`;

export const errorBody = ({ code, message, details }: ServiceError, requestId: string): string =>
  JSON.stringify({ ok: false, error: { code, message, details, requestId } } satisfies ErrorBody);

/** The answer of a handler that becomes a live stream. */
export class EventStream {
  readonly sessionId: string;
  readonly since: number;
  readonly follow: (sink: FrameSink) => Promise<void>;

  /** `follow` writes the frames after `since` into the sink until the sink closes or nothing more can come. */
  constructor(sessionId: string, since: number, follow: (sink: FrameSink) => Promise<void>) {
    this.sessionId = sessionId;
    this.since = since;
    this.follow = follow;
  }
}
