import type { FileEncoding } from '@pairspace/protocol';
import { findSessionHead } from '../access/session-head.ts';
import { Turns } from '../lib/turns.ts';
import type { Queries } from '../storage/storage.ts';
import { findForeignSecret, findOwnToken } from './find-secret.ts';
import { readableText } from './readable-text.ts';

/** An output file of a job. */
interface Output {
  path: string;
  content: string | null;
  encoding?: FileEncoding | undefined;
  error: string | null;
}

interface ScreeningRules {
  read: Queries;
  /** If off, only tokens of this service are withheld. */
  refuseSecrets: boolean;
}

/**
 * Withholds outputs of a job with a token of this service or, in a public session, with a secret of another service:
 * such an output becomes no file, and its error gives the reason (SEC-5).
 */
export const screenOutputs =
  ({ read, refuseSecrets }: ScreeningRules) =>
  async <T extends Output>(sessionId: string, outputs: readonly T[]): Promise<T[]> => {
    if (outputs.length === 0) return [];
    const head = await findSessionHead(read, sessionId);
    const isPublic = refuseSecrets && head?.visibility === 'public';
    const turns = new Turns();
    const screened: T[] = [];
    for (const output of outputs) {
      const secret = await secretIn(output, isPublic);
      screened.push(secret === undefined ? output : { ...output, content: null, error: secret });
      await turns.take();
    }
    return screened;
  };

const secretIn = async ({ path, content, encoding, error }: Output, isPublic: boolean): Promise<string | undefined> => {
  if (error !== null || content === null) return undefined;
  for (const text of [path, readableText(content, encoding) ?? '']) {
    if (findOwnToken(text) !== undefined) return 'It holds a token of this service, which others would read.';
    const found = isPublic ? await findForeignSecret(text) : undefined;
    if (found) return `It holds what looks like a secret (${found.rule}), and everybody can read this session.`;
  }
  return undefined;
};
