import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * The tests' folder for snapshots of booted runtimes; without one, Python takes seconds to boot. The name of a snapshot
 * depends on its ingredients, so a snapshot of another version is never used.
 */
export const snapshotCache = resolve(import.meta.dirname, '../../../node_modules/.cache/sandbox');

/** Makes the service with this data folder use the shared snapshots. The folder must have no `sandbox` yet. */
export const shareSnapshots = async (dataFolder: string): Promise<void> => {
  await mkdir(snapshotCache, { recursive: true });
  await symlink(snapshotCache, join(dataFolder, 'sandbox'));
};
