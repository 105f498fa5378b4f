import type { TestApp } from './test-app.ts';

export interface StreamedFrame {
  /** Undefined for a frame without an id. */
  id: string | undefined;
  event: string;
  data: { data: Record<string, unknown> } & Record<string, unknown>;
}

export interface TestStream extends AsyncDisposable {
  /** The next frame; comments and the opening are skipped. */
  next: () => Promise<StreamedFrame>;
}

/** The blocks of a stream, without the empty line behind each. */
async function* blocksOf(body: ReadableStream<string>): AsyncGenerator<string, never, undefined> {
  let text = '';
  for await (const chunk of body) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks;
  }
  throw new Error('the stream has ended');
}

/** A reader of a live stream, connected when the promise resolves. */
export const openStream = async (app: TestApp, path: string, token?: string): Promise<TestStream> => {
  const stop = new AbortController();
  const response = await fetch(`${app.url}${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  if (!response.body || response.status !== 200) throw new Error(`no stream: ${String(response.status)}`);
  // The body must be read from the beginning: fetch cancels an unread body when its response is garbage-collected.
  const blocks = blocksOf(response.body.pipeThrough(new TextDecoderStream()));
  const next = async (): Promise<StreamedFrame> => {
    for (;;) {
      const fields = new Map(
        (await blocks.next()).value.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]),
      );
      const data = fields.get('data');
      if (data === undefined) continue;
      return {
        id: fields.get('id'),
        event: fields.get('event') ?? '',
        data: JSON.parse(data) as StreamedFrame['data'],
      };
    }
  };
  return {
    next,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await blocks.next().catch(() => undefined);
    },
  };
};
