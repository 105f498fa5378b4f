import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The content of a file; undefined where there is none. */
export const readIfThere = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Writes a file as a whole: it has its old or its new content at any time. By default only its owner can read it. A draft
 * that somebody else has put in the place of the own one is refused.
 */
export const replaceFile = async (path: string, content: string, how: { mode?: number; flush?: boolean } = {}) => {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  await writeFile(draft, content, { mode: 0o600, flag: 'wx', ...how });
  await rename(draft, path);
};

/** Replaces a file of JSON, and syncs it. Its folder is made if it is missing. */
export const replaceJson = async (path: string, value: object): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceFile(path, `${JSON.stringify(value, null, 2)}\n`, { flush: true });
};

/** The name of the files of a seat. */
export const digestOfSeat = ({
  service,
  sessionId,
  agentId,
}: Record<'service' | 'sessionId' | 'agentId', string>): string => {
  const place = JSON.stringify([service, sessionId, agentId]);
  return createHash('sha256').update(place).digest('hex').slice(0, 32);
};
