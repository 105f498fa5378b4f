import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { invariant } from '../../lib/invariant.ts';
import type { SiteFile } from './static-site.ts';

/** Packs files into a ZIP as they come; the next is asked for when the last has been packed. */
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
    const content = Readable.from([Buffer.from(text)]);
    zip.addReadStream(content, path, { mtime });
    await finished(content, { signal });
  }
  zip.end();
};
