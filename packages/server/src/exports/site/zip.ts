import { PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { invariant } from '../../lib/invariant.ts';
import type { SiteFile } from './site-file.ts';

/** Packs files into a ZIP as a stream. The next file is requested when the last one has been packed. */
export async function* zipOf(files: AsyncIterable<SiteFile>, modifiedAt: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const { outputStream } = zip;
  invariant(outputStream instanceof Readable, 'a ZIP is read as a stream');
  zip.on('error', (error: Error) => outputStream.destroy(error));
  const stop = new AbortController();
  const packing = pack(zip, files, modifiedAt, stop.signal).catch((error: unknown) => {
    outputStream.destroy(error as Error);
  });
  try {
    for await (const chunk of outputStream) yield chunk as Buffer;
  } finally {
    stop.abort();
    await packing;
  }
}

const pack = async (zip: ZipFile, files: AsyncIterable<SiteFile>, mtime: Date, signal: AbortSignal): Promise<void> => {
  for await (const { path, text } of files) {
    // The ZIP keeps a reference to each stream until the end. An ended stream is empty, so it keeps no text.
    const content = new PassThrough();
    zip.addReadStream(content, path, { mtime });
    await Promise.all([pipeline(bytesOf(text), content, { signal }), finished(content, { signal })]);
  }
  zip.end();
};

const sliceCharacters = 32 * 1024;

/** A text as bytes in pieces that are soon released. Encoding a long text at once would hold it twice. */
function* bytesOf(text: string): Generator<Uint8Array> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + sliceCharacters;
    if (isHighSurrogate(text.charCodeAt(end - 1))) end++;
    yield Buffer.from(text.slice(start, end));
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
