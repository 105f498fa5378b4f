import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createClient, pathTo, readRefusal, sendRequest } from '@pairspace/client';
import { endpoints } from '@pairspace/protocol';
import { command, type Options, type Run } from '../command.ts';
import type { Seat } from '../seats/seat-store.ts';
import { peerText, sizeText, tellJson } from '../terminal/text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../errors.ts';
import { KeyStore } from '../work/key-store.ts';
import { openSeat, openSeatOrWatch, serviceOf } from '../work/open-seat.ts';

/** Fetches something that may be large, piece by piece. A file appears under its name when it is complete. */
const download = async (
  run: Run<Options>,
  seat: Seat | undefined,
  { path, accept, to }: { path: string; accept: string; to: string | undefined },
): Promise<void> => {
  const { terminal, signal } = run;
  const headers = { accept, ...(seat && { authorization: `Bearer ${seat.token}` }) };
  const response = await sendRequest(`${seat?.service ?? serviceOf(run)}${path}`, { headers, signal });
  if (!response.ok || !response.body) throw await readRefusal(response);
  const pieces: AsyncIterable<Uint8Array> = response.body;
  if (to === undefined) {
    const shown = terminal.outputIsTerminal ? peerText : (text: string) => text;
    for await (const text of textOf(pieces)) terminal.write(shown(text));
    return;
  }
  // The mode keeps other users from reading the draft, and `wx` refuses a file that they put in its place.
  const draft = `${to}.${randomBytes(6).toString('hex')}.part`;
  try {
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
    await pipeline(counted(pieces, terminal), file, { signal });
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  terminal.print(`Wrote ${to}.`);
};

/** The pieces as text. A carriage return waits for the next piece, which may begin with its line feed. */
async function* textOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + decoder.decode(piece, { stream: true });
    rest = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - rest.length);
  }
  yield rest + decoder.decode();
}

const toldEveryBytes = 16 * 1024 ** 2;

/** The pieces, with a word about every few megabytes. */
async function* counted(pieces: AsyncIterable<Uint8Array>, terminal: Terminal): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    const before = bytes;
    bytes += piece.length;
    if (Math.floor(bytes / toldEveryBytes) > Math.floor(before / toldEveryBytes)) {
      terminal.note(`${sizeText(bytes)} so far`);
    }
    yield piece;
  }
}

const types = { text: 'text/plain', markdown: 'text/markdown', html: 'text/html' } as const;

const kinds = {
  json: { endpoint: endpoints.exportSession, accept: 'application/json', query: '' },
  jsonl: { endpoint: endpoints.exportSession, accept: 'application/jsonl', query: '?format=jsonl' },
  zip: { endpoint: endpoints.exportSite, accept: 'application/zip', query: '' },
  html: { endpoint: endpoints.exportSite, accept: 'text/html', query: '' },
} as const;

export const records = {
  transcript: command({
    options: {
      format: { value: 'format', oneOf: ['text', 'markdown', 'html'], help: 'text (default), markdown or html' },
      to: { value: 'file', help: 'write it to a file' },
      fresh: { help: 'make it anew when the session has moved on; for agents of the session' },
    },
    async run(run) {
      const { given, terminal } = run;
      const { format = 'text', fresh, to } = given;
      const { call, sessionId, seat } = fresh ? await openSeat(run, 'agent') : await openSeatOrWatch(run);
      if (fresh) await call('makeTranscript', { format });
      if (given.json) return tellJson(terminal, await call('getTranscript', { format }));
      const path = `${pathTo(endpoints.getTranscript, { sessionId })}?format=${format}`;
      await download(run, seat, { path, accept: types[format], to });
    },
  }),
  export: command({
    summary: 'save the whole session as one JSON document, as an archive, as a site, or as one page',
    options: {
      format: {
        value: 'format',
        oneOf: ['json', 'jsonl', 'zip', 'html'],
        help: 'json (default), jsonl (an archive of any size), zip (a site that opens offline) or html (one page)',
      },
      to: { value: 'file', help: 'where it goes; without it, standard output', short: 'o' },
    },
    examples: ['pairspace export --to session.json', 'pairspace export --format zip --to session.zip'],
    async run(run) {
      const { format = 'json', to } = run.given;
      if (format === 'zip' && to === undefined) throw new UsageError('A ZIP needs a file: --to session.zip');
      const { seat, sessionId } = await openSeatOrWatch(run);
      const { endpoint, accept, query } = kinds[format];
      if (to !== undefined) run.terminal.note('Fetching the session …');
      await download(run, seat, { path: `${pathTo(endpoint, { sessionId })}${query}`, accept, to });
      const service = seat?.service ?? serviceOf(run);
      await new KeyStore(run.env).remember(service, (await createClient({ baseUrl: service }).listKeys()).keys);
    },
  }),
};
