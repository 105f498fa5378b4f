import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Encoded } from '../http/transport/documents.ts';

/** A file of the built page, in every encoding in which it is sent. */
export interface Asset extends Encoded {
  type: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.whl': 'application/zip',
  '.tar.gz': 'application/gzip',
};

const typeOf = (name: string): string | undefined =>
  Object.entries(types).find(([ending]) => name.endsWith(ending))?.[1];

const optional = (path: string): Promise<Buffer | undefined> => readFile(path).catch(() => undefined);

const loadAsset = async (path: string, type: string): Promise<Asset> => {
  const [identity, br, gzip] = await Promise.all([readFile(path), optional(`${path}.br`), optional(`${path}.gz`)]);
  return {
    type,
    etag: `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`,
    bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  };
};

export type Assets = ReadonlyMap<string, () => Promise<Asset>>;

/** Lists the files of the built page, each read at its first request. The list is empty if nothing was built. */
export const loadViewer = async (folder: string): Promise<Assets> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const assets = new Map<string, () => Promise<Asset>>();
  for (const entry of entries) {
    const type = typeOf(entry.name);
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    let asset: Promise<Asset> | undefined;
    assets.set(relative(folder, path).split(sep).join('/'), () => (asset ??= loadAsset(path, type)));
  }
  return assets;
};
