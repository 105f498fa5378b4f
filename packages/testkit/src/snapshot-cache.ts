import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * Where tests keep the snapshots of booted runtimes, as Python takes seconds to boot without one. The name of a snapshot
 * says what it was made from, so none is used for another version.
 */
export const snapshotCache = resolve(import.meta.dirname, '../../../node_modules/.cache/sandbox');

/** Has a service whose data lies in this folder take its snapshots from there. The folder has no `sandbox` yet. */
export const shareSnapshots = async (dataFolder: string): Promise<void> => {
  await mkdir(snapshotCache, { recursive: true });
  await symlink(snapshotCache, join(dataFolder, 'sandbox'));
};
