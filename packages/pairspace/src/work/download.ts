import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readRefusal, sendRequest } from '@pairspace/client';
import type { Options, Run } from '../command.ts';
import type { Seat } from '../seats/seat-store.ts';
import { peerText } from '../terminal/peer-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { sizeText } from '../terminal/columns.ts';
import { serviceOf } from './open-seat.ts';

interface DownloadRequest {
  path: string;
  accept: string;
  /** The file to write; undefined for standard output. */
  to: string | undefined;
}

/** Fetches something that may be large, piece by piece. A file appears under its name when it is complete. */
export const download = async (
  run: Run<Options>,
  seat: Seat | undefined,
  { path, accept, to }: DownloadRequest,
): Promise<void> => {
  const { terminal, signal } = run;
  const url = `${seat?.service ?? serviceOf(run)}${path}`;
  const init = { headers: { accept, ...(seat && { authorization: `Bearer ${seat.token}` }) }, signal };
  const response = await sendRequest(url, init);
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
    await pipeline(pieces, counted(terminal), file, { signal });
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

const counted = (terminal: Terminal): Transform => {
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (Math.floor((bytes + piece.length) / toldEveryBytes) > Math.floor(bytes / toldEveryBytes)) {
        terminal.note(`${sizeText(bytes + piece.length)} so far`);
      }
      bytes += piece.length;
      done(null, piece);
    },
  });
};
