import { defaultLimits } from '@pairspace/protocol';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';

export interface TextFile {
  /** Its path in the session. */
  name: string;
  text: string;
}

/** Reads a file that can be reviewed. What cannot is an error whose message is a sentence for people. */
export const readTextFile = async (path: string): Promise<TextFile> => {
  const info = await stat(path).catch(() => undefined);
  if (!info) throw new Error(`There is no file ${path}.`);
  if (!info.isFile()) throw new Error(`${path} is not a file.`);
  if (info.size > defaultLimits.fileBytes) {
    throw new Error(
      `${path} has ${String(info.size)} bytes; a shared file has at most ${String(defaultLimits.fileBytes)}.`,
    );
  }
  const bytes = await readFile(path);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return { name: sharedName(path), text };
  } catch {
    // Not UTF-8: answered below, with what else is not text.
  }
  throw new Error(`${path} is not a text file in UTF-8, and text is all that can be reviewed.`);
};

/** A file's own name, without what a path in a session may not hold. */
const sharedName = (path: string): string =>
  Array.from(basename(path).replaceAll(/[\\\p{Cc}]/gu, '_'))
    .slice(-100)
    .join('');
