import type { Event } from '@pairspace/protocol';
import type { HostLink } from './host-link.ts';

interface Envelope {
  ok: boolean;
  data?: unknown;
  error?: { code: string; message: string };
}

const statusOf: Readonly<Record<string, number>> = { NOT_FOUND: 404, FORBIDDEN: 403, UNAUTHORIZED: 401, GONE: 410 };
/** The time for which the service may wait for news. Programs give up a tool call that takes much longer. */
const waitSeconds = 20;
const pageEvents = 200;

/** Takes the JSON out of the fences by which a tool separates the words of others from the words of the user. */
const envelopeOf = (text: string): Envelope => {
  const line = text.split('\n').find((one) => one.startsWith('{'));
  if (line === undefined) throw new TypeError(text === '' ? 'The tool answered nothing.' : text);
  return JSON.parse(line) as Envelope;
};

type Read = (path: string) => Promise<Envelope>;

/** The event stream of a log, made of long polls. */
const streamOf = (read: Read, since: number, signal: AbortSignal | null | undefined): Response => {
  let seq = since;
  const frames = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (signal?.aborted) {
        controller.close();
        return;
      }
      const query = `since=${String(seq)}&limit=${String(pageEvents)}&wait=${String(waitSeconds)}`;
      const { ok, data, error } = await read(`/events?${query}`);
      if (!ok) throw new TypeError(error?.message);
      const { items } = data as { items: readonly Event[] };
      seq = items.at(-1)?.seq ?? seq;
      const text = items.map((event) => `id: ${String(event.seq)}\ndata: ${JSON.stringify(event)}\n\n`).join('');
      controller.enqueue(frames.encode(text === '' ? ': nothing new\n\n' : text));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};

/** A `fetch` for the client: each read becomes a call of the tool `pairspace_read`. */
export const fetchByTool = (host: HostLink, seat: string | undefined): typeof globalThis.fetch => {
  const read: Read = async (path) => {
    const { content, isError } = await host.callTool('pairspace_read', {
      ...(seat !== undefined && { seat }),
      view: path === '' ? '/' : path,
    });
    const text = content?.find(({ type }) => type === 'text')?.text ?? '';
    if (isError) throw new TypeError(text);
    return envelopeOf(text);
  };
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const path = url.pathname.replace(/^.*?\/api\/sessions\/[^/]+/, '');
    if (path === '/stream')
      return streamOf(read, Number(new Headers(init?.headers).get('last-event-id') ?? 0), init?.signal);
    const answer = await read(`${path}${url.search}`);
    const status = answer.ok ? 200 : (statusOf[answer.error?.code ?? ''] ?? 400);
    return new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } });
  };
};
