import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildViewer } from '../build/build-viewer.ts';

const repository = resolve(import.meta.dirname, '../../..');

const sources = [
  'SECURITY.md',
  'docs',
  'package-lock.json',
  'packages/client/src',
  'packages/protocol/build',
  'packages/protocol/src',
  'packages/python/build',
  'packages/python/src/pairspace',
  'packages/web/build',
  'packages/web/docs.html',
  'packages/web/guide.html',
  'packages/web/index.html',
  'packages/web/src',
];

/** Builds the page, unless it is newer than everything that it is made from; `npm ci` has built it. */
export const ensureViewer = async (): Promise<void> => {
  const changed = await Promise.all(sources.map((source) => lastChange(join(repository, source))));
  const built = await lastChange(join(repository, 'packages/server/viewer/index.html'));
  if (Math.max(...changed) > built) await buildViewer();
};

/** When a file was changed, or the newest file of a folder; 0 for what is not there. Other tests may remove files meanwhile. */
const lastChange = async (path: string): Promise<number> => {
  const entry = await stat(path).catch(() => undefined);
  if (!entry?.isDirectory()) return entry?.mtimeMs ?? 0;
  const inside = await readdir(path).catch(() => []);
  return Math.max(0, ...(await Promise.all(inside.map((name) => lastChange(join(path, name))))));
};
