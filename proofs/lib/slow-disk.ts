import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface SlowDisk {
  /** The least duration of every sync. */
  syncMs: number;
  /** While this file exists, every sync fails. */
  failsWhen?: string;
}

/** The environment of a service on such a disk. */
export const slowDisk = ({ syncMs, failsWhen = '' }: SlowDisk): Record<string, string> => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'slow-sync-preload.js')).href}`,
  PROOF_SYNC_MS: String(syncMs),
  PROOF_SYNC_FAILS: failsWhen,
});
