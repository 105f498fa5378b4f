import { endpoints, type Event, ServiceError, type Session, type TransientEvent } from '@pairspace/protocol';
import { isOutage, mayPass, readAnswer, UnexpectedAnswer } from './answer.ts';
import { callEndpoint } from './call-endpoint.ts';
import { answered } from './failed-call.ts';
import { type Connection, requestOf } from './connection.ts';
import { type Frame, readFrames } from './frames.ts';
import { backoffMs } from './pause.ts';
import { retryAfterMs } from './persist.ts';
import { type LiveConnection, unlessSilent } from './silence.ts';

export interface FollowEvents {
  sessionId: string;
  /** The first event is the next one after this seq: 0 for the whole log; by default, events from now on. */
  since?: number | undefined;
  /** Ends the iteration. */
  signal?: AbortSignal | undefined;
  /** A connection is replaced when no byte arrives for this time, not even a comment (LOG-9). */
  silenceMs?: number | undefined;
  /**
   * Receives frames that are not in the log, such as `typing` (PRES-8). Frames that were sent while no stream was open
   * are lost.
   */
  onTransient?: ((frame: TransientEvent) => void) | undefined;
  /** Called when a stream is open, and when it was lost and will be replaced, with the reason. */
  onConnection?: ((state: 'open' | 'lost', reason?: unknown) => void) | undefined;
}

const triesToConnect = 4;
const threeKeepAlivesMs = 45_000;
/** The bounds of the pause before the next connection. */
const shortestPauseMs = 200;
const longestPauseMs = 60_000;

/**
 * Yields the log of a session, live, each event exactly once. A lost connection is resumed after the last received
 * event (LOG-7), as often as needed. If a restore has set the log back behind that event, the iteration continues from
 * the log's present end, and event numbers repeat. The iteration ends with `session.deleted` and when the signal
 * aborts. It throws when the service refuses the stream, and when the first connection fails.
 */
export async function* followEvents(
  connection: Connection,
  { signal = new AbortController().signal, silenceMs = threeKeepAlivesMs, onConnection, ...follow }: FollowEvents,
): AsyncGenerator<Event, void, undefined> {
  const isOver = (): boolean => signal.aborted;
  let place: Place | undefined;
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
      place ??= await unlessSilent(firstPlace(connection, follow, until), listening);
      const body = await unlessSilent(openStream(connection, { ...place, signal: until }), listening);
      connected = true;
      onConnection?.('open');
      for await (const frame of readFrames(piecesOf(body, listening))) {
        failures = 0;
        if (frame.retryMs !== undefined) firstPauseMs = frame.retryMs;
        const event = takeFrame(frame, place, follow.onTransient);
        if (!event) continue;
        yield event;
        if (event.event === 'session.deleted') return;
      }
    } catch (error) {
      if (isOver()) return;
      if (isFinal(error, connected) || (!connected && failures + 1 >= triesToConnect)) throw error;
      pauseMs = retryAfterMs(error);
      reason = error;
    } finally {
      end.abort();
    }
    onConnection?.('lost', reason);
    await connection.pause(boundedPause(pauseMs, firstPauseMs, failures++), signal).catch(() => undefined);
  }
}

/**
 * Whether the refusal of a stream is final. Other errors break a stream that was open, and the stream is opened again.
 */
const isFinal = (error: unknown, connected: boolean): boolean =>
  (error instanceof ServiceError || error instanceof UnexpectedAnswer) && !(connected ? isOutage : mayPass)(error);

const boundedPause = (askedMs: number, firstMs: number, failures: number): number =>
  Math.min(longestPauseMs, Math.max(askedMs, backoffMs(Math.max(shortestPauseMs, firstMs), failures)));

/** The position of a follower: its log, and its last event. */
interface Place {
  sessionId: string;
  seq: number;
}

const firstPlace = async (
  connection: Connection,
  { sessionId, since }: Pick<FollowEvents, 'sessionId' | 'since'>,
  signal: AbortSignal,
): Promise<Place> => ({ sessionId, seq: since ?? (await lastSeqOf(connection, sessionId, signal)) });

/**
 * The event of a frame, if it is new. A transient frame goes to `onTransient`; a frame without data may move the
 * position.
 */
const takeFrame = ({ id, data }: Frame, place: Place, onTransient: FollowEvents['onTransient']): Event | undefined => {
  if (id === undefined) {
    if (data !== undefined) onTransient?.(JSON.parse(data) as TransientEvent);
    return undefined;
  }
  if (data === undefined) {
    if (Number(id) < place.seq) place.seq = Number(id);
    return undefined;
  }
  const event = JSON.parse(data) as Event;
  if (event.seq <= place.seq) return undefined;
  place.seq = event.seq;
  return event;
};

const lastSeqOf = async (connection: Connection, sessionId: string, signal: AbortSignal): Promise<number> => {
  const session = (await callEndpoint(connection, endpoints.getSession, { params: { sessionId }, signal })) as Session;
  return session.lastSeq;
};

interface OpenStream extends Place {
  signal: AbortSignal;
}

const openStream = async (
  connection: Connection,
  { sessionId, seq, signal }: OpenStream,
): Promise<ReadableStream<Uint8Array>> => {
  const headers = { accept: 'text/event-stream', 'last-event-id': String(seq) };
  const { url, init } = requestOf(connection, endpoints.streamEvents, { params: { sessionId }, headers, signal });
  const response = await answered({ url, init }, connection.fetch(url, { ...init, cache: 'no-store' }));
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (response.ok && isStream && response.body) return response.body;
  const answer = await readAnswer(response);
  throw 'refusal' in answer ? answer.refusal : new UnexpectedAnswer(response.status, { why: 'it is no event stream' });
};

async function* piecesOf(
  body: ReadableStream<Uint8Array>,
  listening: LiveConnection,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  for (;;) {
    const piece = await unlessSilent(reader.read(), listening);
    if (piece.done) return;
    yield piece.value;
  }
}
