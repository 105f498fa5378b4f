import { canonicalJson, type Checkpoint, type Event, type PublicKey } from '@pairspace/protocol';

/** The result of the check of a log. */
export type ChainCheck = { kind: 'whole'; signature: 'valid' | 'unchecked' } | { kind: 'broken'; why: string };

// A copy of a function in the protocol package, whose import would bring the schema library into the page.
const signedText = ({ sessionId, seq, hash, signedAt }: Checkpoint): string =>
  ['pairspace.checkpoint.v1', sessionId, seq, hash, signedAt].join('\n');

const utf8 = new TextEncoder();

const sha256 = async (text: string): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

/** Returns undefined in older browsers, which do not support Ed25519. */
const checkSignature = async (checkpoint: Checkpoint, keys: readonly PublicKey[]): Promise<boolean | undefined> => {
  const jwk = keys.find(({ kid }) => kid === checkpoint.keyId);
  if (!jwk) return false;
  try {
    const { kty, crv, x } = jwk;
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify(
      'Ed25519',
      key,
      bytesOf(checkpoint.signature),
      utf8.encode(signedText(checkpoint)),
    );
  } catch {
    return undefined;
  }
};

const broken = (why: string): ChainCheck => ({ kind: 'broken', why });

/** Checks that each entry of a log has its recorded hash, and that the service signed the last hash (CHN-1, CHN-3). */
export const checkChain = async (
  sessionId: string,
  events: readonly Event[],
  checkpoint: Checkpoint,
  keys: readonly PublicKey[],
): Promise<ChainCheck> => {
  let previous = await sha256(sessionId);
  for (const [index, { hash, ...rest }] of events.entries()) {
    if (rest.seq !== index + 1 || rest.sessionId !== sessionId)
      return broken(`Entry ${String(index + 1)} is not where it belongs.`);
    if (hash !== (await sha256(`${previous}\n${canonicalJson(rest)}`)))
      return broken(`Entry ${String(rest.seq)} is not as it was hashed, or the log before it has changed.`);
    previous = hash;
  }
  const isEnd = checkpoint.sessionId === sessionId && checkpoint.seq === events.length && checkpoint.hash === previous;
  if (!isEnd) return broken('The service has signed another end of this log.');
  const isSigned = await checkSignature(checkpoint, keys);
  if (isSigned === false) return broken('The signature of the service does not fit.');
  return { kind: 'whole', signature: isSigned ? 'valid' : 'unchecked' };
};
