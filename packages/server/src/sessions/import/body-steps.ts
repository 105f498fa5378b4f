import { invalid, ServiceError } from '@pairspace/protocol';
import { Readable } from 'node:stream';
import type { Capacity } from '../../storage/storage.ts';
import type { ExportForm } from './read-export.ts';

/** The time within which the next bytes of a body have to arrive. */
const patienceMs = 30_000;
/** The time within which a step has to arrive. The claim of an import on its session id lasts a little longer. */
const stepMs = 50_000;
/** The time within which the whole body has to arrive. */
const wholeMs = 30 * 60_000;
/** How long the rest of a refused body is read. */
const drainMs = 30_000;
/** The least number of bytes in a step; only the last step may be smaller. */
const stepBytes = 256 * 1024;
/** A JSON export is read at once, so it has at most so many bytes. An archive is read while it arrives. */
const bundleBytes = 64 * 1024 * 1024;
/** An archive has at most so many times the bytes that a session may store, and some more: texts have escapes. */
const timesStored = 8;

/** Yields the body in steps. Throws when the body is larger than any session that this service could store. */
export async function* stepsOf(
  body: AsyncIterable<Uint8Array>,
  form: ExportForm,
  { sessionBytes }: Capacity,
  gone: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const limitBytes = bundleBytes + (form === 'archive' ? timesStored * sessionBytes : 0);
  let received = 0;
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  const all = (): Uint8Array => {
    // A copy with a buffer of its own, because sending it to a thread copies the whole buffer.
    const whole = new Uint8Array(Buffer.concat(waiting));
    waiting = [];
    bytes = 0;
    return whole;
  };
  let stepEndsAt = performance.now() + stepMs;
  for await (const chunk of inTime(body, gone, () => stepEndsAt)) {
    received += chunk.length;
    if (received > limitBytes) {
      const message =
        form === 'archive'
          ? 'The archive is larger than a session may be here.'
          : 'A JSON export of this size is not imported. Export the session with format=jsonl, and send that archive.';
      throw new ServiceError('PAYLOAD_TOO_LARGE', message, { details: { limitBytes } });
    }
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < stepBytes) continue;
    yield all();
    stepEndsAt = performance.now() + stepMs;
  }
  if (bytes > 0) yield all();
}

/** The chunks of a body; throws when the next one does not come in time. */
async function* inTime(
  body: AsyncIterable<Uint8Array>,
  gone: AbortSignal,
  stepEndsAt: () => number,
): AsyncGenerator<Uint8Array, void> {
  const chunks = body[Symbol.asyncIterator]();
  const endsAt = performance.now() + wholeMs;
  try {
    for (;;) {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const end = (): void => {
        reject(invalid('body', 'came too slowly or did not come to its end; nothing was stored'));
      };
      const timer = setTimeout(end, Math.min(patienceMs, Math.min(endsAt, stepEndsAt()) - performance.now()));
      gone.addEventListener('abort', end, { once: true });
      if (gone.aborted) end();
      try {
        const next = await Promise.race([chunks.next(), late]);
        if (next.done) return;
        yield next.value;
      } finally {
        clearTimeout(timer);
        gone.removeEventListener('abort', end);
      }
    }
  } finally {
    // A body that is not read to its end would close the connection before the answer is sent.
    void drain(body, chunks);
  }
}

/** Reads on for a while and drops what comes, so that the client can read the answer. */
const drain = async (body: AsyncIterable<Uint8Array>, chunks: AsyncIterator<Uint8Array>): Promise<void> => {
  const timer = setTimeout(() => {
    if (body instanceof Readable) body.destroy();
  }, drainMs);
  try {
    while (!(await chunks.next()).done);
  } catch {
    // The client has left.
  } finally {
    clearTimeout(timer);
  }
};
