import type { Visibility } from '@pairspace/protocol';
import type { SessionHead } from '../access/session-head.ts';
import { readableText } from './readable-text.ts';
import { mayHoldSecrets, refuseSecrets } from './refuse-secrets.ts';

interface ScreeningRules {
  /** If off, only tokens of this service are refused. */
  refuseSecrets: boolean;
}

/**
 * Examines the fields of a body that others will read, as the endpoint declares them. Returns no promise if no field
 * may hold a secret.
 */
export const screenBodies =
  ({ refuseSecrets: refusesForeign }: ScreeningRules) =>
  (
    fields: readonly string[],
    body: Readonly<Record<string, unknown>>,
    session: SessionHead | undefined,
  ): Promise<void> | undefined => {
    const read = readable(body);
    if (!fields.some((field) => mayHoldSecrets(read[field]))) return undefined;
    return refuseSecrets({ fields, body: read, isPublic: refusesForeign && isPublic(body, session) });
  };

/** Base64 content is decoded before it is examined. */
const readable = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { content, encoding } = body;
  if (encoding !== 'base64' || typeof content !== 'string') return body;
  return { ...body, content: readableText(content, encoding) };
};

/** A body without a session is a profile, a rating or a new session; all are public unless the body says otherwise. */
const isPublic = (
  { visibility, isPrivate }: { visibility?: Visibility; isPrivate?: boolean },
  session: SessionHead | undefined,
): boolean => (session ? session.visibility === 'public' : visibility !== 'private' && isPrivate !== true);
