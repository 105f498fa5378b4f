import { createHash, randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';

/**
 * Writes a file as a whole: it has its old or its new content at any time. By default only its owner can read it. A draft
 * that somebody else has put in the place of the own one is refused.
 */
export const replaceFile = async (path: string, content: string, how: { mode?: number; flush?: boolean } = {}) => {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  await writeFile(draft, content, { mode: 0o600, flag: 'wx', ...how });
  await rename(draft, path);
};

export const digestOfSeat = ({
  service,
  sessionId,
  agentId,
}: Record<'service' | 'sessionId' | 'agentId', string>): string =>
  createHash('sha256')
    .update(JSON.stringify([service, sessionId, agentId]))
    .digest('hex')
    .slice(0, 32);
