import { createReadStream, type Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { parseDocument, type SiteFiles, VerificationFailed } from '@pairspace/protocol/verify';
import { UsageError } from '../errors.ts';

export type Document =
  | { kind: 'export'; value: unknown }
  | { kind: 'archive'; pieces: AsyncIterable<Uint8Array> }
  | { kind: 'site'; files: SiteFiles };

export const isArchive = async (path: string): Promise<boolean> => {
  for await (const line of createInterface(createReadStream(path, { end: headerBytes }))) {
    return /^\{.*"format":"pairspace\.archive"/.test(line);
  }
  return false;
};

/** The greatest length of the first line of an archive that is looked at. */
const headerBytes = 1000;

export const openDocument = async (path: string): Promise<Document> => {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`There is no ${path}.`);
  if (found.isDirectory()) return { kind: 'site', files: await filesIn(path) };
  if (await isArchive(path)) return { kind: 'archive', pieces: createReadStream(path) };
  const text = await readFile(path);
  if (text.subarray(0, 2).toString() === 'PK')
    throw new UsageError(`${path} is a ZIP. Unpack it, and verify its folder.`);
  try {
    return { kind: 'export', value: parseDocument(new TextDecoder('utf-8', { fatal: true }).decode(text)) };
  } catch (error) {
    if (error instanceof VerificationFailed) throw error;
    throw new UsageError(`${path} is not JSON, or not whole.`);
  }
};

/** A file that macOS leaves behind. Others count, even `.htaccess`, because a web server uses it. */
const leftByOthers = '.DS_Store';

const filesIn = async (folder: string): Promise<SiteFiles> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pathOf = ({ parentPath, name }: Dirent): string =>
    relative(folder, join(parentPath, name)).split(sep).join('/');
  // A site has no links, which lead elsewhere, and no pipes or devices, which may never end.
  const odd = entries.find((entry) => !entry.isDirectory() && !entry.isFile());
  if (odd) {
    const member = pathOf(odd);
    throw new VerificationFailed('member', `${member} is neither a file nor a folder.`, { member });
  }
  const paths = entries.filter((entry) => entry.isFile() && entry.name !== leftByOthers).map(pathOf);
  return { paths, read: (path) => readFile(join(folder, path)) };
};
