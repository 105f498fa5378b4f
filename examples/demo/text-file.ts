import { defaultLimits } from '@pairspace/protocol';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';

export interface TextFile {
  /** The path in the session. */
  name: string;
  text: string;
}

/** Reads a file for a review. An unsuitable file is an error with a sentence for people. */
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
    // The file is not UTF-8; the error below covers it with other binary files.
  }
  throw new Error(`${path} is not a text file in UTF-8, and text is all that can be reviewed.`);
};

/** The name of a file, without characters that a path in a session may not contain. */
const sharedName = (path: string): string =>
  Array.from(basename(path).replaceAll(/[\\\p{Cc}]/gu, '_'))
    .slice(-100)
    .join('');
