import { endpoints, type Event, ServiceError, type Session, type TransientEvent } from '@pairspace/protocol';
import { mayPass, readAnswer, UnexpectedAnswer } from './answer.ts';
import { callEndpoint } from './call-endpoint.ts';
import { answered } from './failed-call.ts';
import { type Connection, requestOf } from './connection.ts';
import { readFrames } from './frames.ts';
import { backoffMs } from './pause.ts';

export interface FollowEvents {
  sessionId: string;
  /** The first event is the one after this seq; 0 gives the whole log, and nothing what happens from now on. */
  since?: number | undefined;
  /** Ends the iteration. */
  signal?: AbortSignal | undefined;
  /** A connection on which nothing came for this long, not even an answer or a comment, is given up for another (LOG-9). */
  silenceMs?: number | undefined;
  /** Receives the frames that no log keeps, such as `typing` (PRES-18). What was sent while no stream was open is lost. */
  onTransient?: ((frame: TransientEvent) => void) | undefined;
  /** Told when a stream is open, and when it was lost and another one is to be opened, with the reason. */
  onConnection?: ((state: 'open' | 'lost', reason?: unknown) => void) | undefined;
}

const triesToConnect = 4;
const threeKeepAlivesMs = 45_000;

/**
 * The log of a session as it is written, each event once and none left out. A lost connection is taken up again after
 * the last event that came (LOG-7), for as long as it takes. A log that a restore has set back behind that event is
 * followed from where it ends now, and its numbers come again. Ends with `session.deleted` and when the signal aborts;
 * throws when the service refuses the stream, and when it cannot be reached to begin with.
 */
export async function* followEvents(
  connection: Connection,
  {
    sessionId,
    since,
    signal = new AbortController().signal,
    silenceMs = threeKeepAlivesMs,
    onTransient,
    onConnection,
  }: FollowEvents,
): AsyncGenerator<Event, void, undefined> {
  const isOver = (): boolean => signal.aborted;
  let seq = since;
  let firstPauseMs = 1000;
  let failures = 0;
  let connected = false;
  while (!isOver()) {
    const end = new AbortController();
    let pauseMs = 0;
    let reason: unknown;
    try {
      const listening = { silenceMs, end };
      const until = AbortSignal.any([signal, end.signal]);
      seq ??= await unlessSilent(lastSeqOf(connection, sessionId, until), listening);
      const body = await unlessSilent(openStream(connection, { sessionId, seq, signal: until }), listening);
      connected = true;
      onConnection?.('open');
      for await (const { id, data, retryMs } of readFrames(piecesOf(body, listening))) {
        failures = 0;
        if (retryMs !== undefined) firstPauseMs = Math.min(retryMs, 60_000);
        if (id === undefined) {
          if (data !== undefined) onTransient?.(JSON.parse(data) as TransientEvent);
          continue;
        }
        if (data === undefined) {
          if (Number(id) < seq) seq = Number(id);
          continue;
        }
        const event = JSON.parse(data) as Event;
        if (event.seq <= seq) continue;
        seq = event.seq;
        yield event;
        if (event.event === 'session.deleted') return;
      }
    } catch (error) {
      if (isOver()) return;
      if (!mayPass(error) || (!connected && failures + 1 >= triesToConnect)) throw error;
      pauseMs = retryAfterMs(error);
      reason = error;
    } finally {
      end.abort();
    }
    onConnection?.('lost', reason);
    await connection.pause(Math.max(pauseMs, backoffMs(firstPauseMs, failures++)), signal).catch(() => undefined);
  }
}

const lastSeqOf = async (connection: Connection, sessionId: string, signal: AbortSignal): Promise<number> => {
  const session = (await callEndpoint(connection, endpoints.getSession, { params: { sessionId }, signal })) as Session;
  return session.lastSeq;
};

interface OpenStream {
  sessionId: string;
  seq: number;
  signal: AbortSignal;
}

const openStream = async (
  connection: Connection,
  { sessionId, seq, signal }: OpenStream,
): Promise<ReadableStream<Uint8Array>> => {
  const headers = { accept: 'text/event-stream', 'last-event-id': String(seq) };
  const { url, init } = requestOf(connection, endpoints.streamEvents, { params: { sessionId }, headers, signal });
  const response = await answered({ url, init }, connection.fetch(url, { ...init, cache: 'no-store' }));
  if (response.body && response.headers.get('content-type')?.startsWith('text/event-stream')) return response.body;
  const answer = await readAnswer(response);
  throw 'refusal' in answer ? answer.refusal : new UnexpectedAnswer(response.status, { why: 'it is no event stream' });
};

interface Listening {
  silenceMs: number;
  /** Ends the connection. */
  end: AbortController;
}

/** What is awaited of the connection. Ends it with an error when that does not come for too long. */
const unlessSilent = async <T>(awaited: Promise<T>, { silenceMs, end }: Listening): Promise<T> => {
  const silence = setTimeout(() => {
    end.abort(new Error(`Nothing came on the stream for ${String(silenceMs)} ms.`));
  }, silenceMs);
  return awaited.finally(() => {
    clearTimeout(silence);
  });
};

async function* piecesOf(
  body: ReadableStream<Uint8Array>,
  listening: Listening,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  for (;;) {
    const piece = await unlessSilent(reader.read(), listening);
    if (piece.done) return;
    yield piece.value;
  }
}

const retryAfterMs = (error: unknown): number => {
  const seconds = error instanceof ServiceError ? error.details?.['retryAfterSeconds'] : undefined;
  return typeof seconds === 'number' ? seconds * 1000 : 0;
};
