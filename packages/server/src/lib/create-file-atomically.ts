import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a file that only its owner can read. The file gets its name when it is complete. A file that has the name
 * already is replaced, so the caller checks for it first.
 */
export const createFileAtomically = async (path: string, fill: (draft: string) => Promise<void>): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.part`;
  await rm(draft, { force: true });
  try {
    // The permissions are set before the file has content.
    await (await open(draft, 'wx', 0o600)).close();
    await fill(draft);
    await sync(draft);
    await rename(draft, path);
    await sync(dirname(path));
  } finally {
    await rm(draft, { force: true });
  }
};

const sync = async (path: string): Promise<void> => {
  await using handle = await open(path, 'r');
  await handle.sync();
};
