import type { FileEncoding } from '@pairspace/protocol';
import { findSessionHead } from '../access/session-head.ts';
import type { Queries } from '../storage/storage.ts';
import { findForeignSecret, findOwnToken } from './find-secret.ts';
import { readableText } from './readable-text.ts';

/** A file that a job brought back. */
interface Output {
  path: string;
  content?: string | undefined;
  encoding: FileEncoding;
}

interface ScreeningRules {
  read: Queries;
  /** If false, only outputs with tokens of this service are withheld. */
  refuseSecrets: boolean;
}

/**
 * Why an output of a job does not become a file: it would show a token of this service, or in a public session a secret
 * of others (SEC-5). Undefined for outputs that may become files.
 */
export const screenOutput =
  ({ read, refuseSecrets }: ScreeningRules) =>
  async (sessionId: string, { path, content, encoding }: Output): Promise<string | undefined> => {
    if (content === undefined) return undefined;
    const head = await findSessionHead(read, sessionId);
    const isPublic = refuseSecrets && head?.visibility === 'public';
    for (const text of [path, readableText(content, encoding) ?? '']) {
      if (findOwnToken(text) !== undefined) return 'It holds a token of this service, which others would read.';
      const found = isPublic ? await findForeignSecret(text) : undefined;
      if (found) return `It holds what looks like a secret (${found.rule}), and everybody can read this session.`;
    }
    return undefined;
  };
