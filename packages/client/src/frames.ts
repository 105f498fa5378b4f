import { createParser } from 'eventsource-parser';

/** What a stream says: an event, an id alone, which is where it stands, or how long to wait before the next connection. */
export interface Frame {
  id?: string | undefined;
  event?: string | undefined;
  data?: string;
  retryMs?: number;
}

/** Reads server-sent events from bytes that come in any pieces. Comments, and a last block that is not ended, are dropped. */
export async function* readFrames(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Frame, void, undefined> {
  const frames: Frame[] = [];
  const parser = createParser({
    onId: (id) => frames.push({ id }),
    onEvent: (event) => {
      // Its id was told just before it.
      if (event.id !== undefined) frames.pop();
      frames.push(event);
    },
    onRetry: (retryMs) => frames.push({ retryMs }),
  });
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    parser.feed(decoder.decode(piece, { stream: true }));
    yield* frames.splice(0);
  }
}
