import type { PublicKey } from '../checkpoints.ts';
import { Chain, checkEnd, sha256 } from './chain.ts';
import { LoggedContents } from './contents.ts';
import { LoggedSession } from './session.ts';
import { arrayAt, canonicalText, objectAt, onlyMembers, textAt, type Json } from './shape.ts';
import { checkCheckpoint, checkManifest, keyOf, type KnownKey } from './signatures.ts';
import { VerificationFailed } from './verification-failed.ts';

export interface VerifyExportOptions {
  /**
   * The trusted keys. Without them every key is accepted; then the result only shows that the document was not changed
   * after it was signed.
   */
  keys?: readonly KnownKey[] | undefined;
  /** Called with the number of checked events, at intervals. */
  onProgress?: ((events: number) => void) | undefined;
}

/** The facts that a verification has proven. */
export interface Verified {
  kind: 'export' | 'site';
  sessionId: string;
  /** The newest event. */
  seq: number;
  hash: string;
  signedAt: string;
  key: PublicKey;
}

export interface VerifiedExport extends Verified {
  kind: 'export';
  messages: number;
  notes: number;
  files: number;
}

/** Members that have a check of their own. */
const apart = new Set(['events', 'checkpoint', 'manifest']);

/**
 * Checks a JSON export: the chain, the contents against it, the checkpoint, and every other part against the signed
 * manifest. Throws `VerificationFailed`, which names the first thing that is wrong (CHN-8).
 */
export const verifyExport = (document: unknown, { keys, onProgress }: VerifyExportOptions = {}): VerifiedExport => {
  const whole = unwrapped(objectAt(document, 'The document'));
  if (whole['format'] !== 'pairspace.session' || whole['version'] !== 1) {
    throw new VerificationFailed('format', 'This is not a Pairspace session export of version 1.');
  }
  const session = objectAt(whole['session'], 'session');
  const chain = new Chain(textAt(session['id'], 'session.id'), onProgress);
  const contents = new LoggedContents();
  const logged = new LoggedSession();
  for (const value of arrayAt(whole['events'], 'events')) {
    const before = chain.hash;
    const event = chain.follow(value);
    contents.take(event);
    logged.take(event, before);
  }
  checkEnd(chain, { seq: whole['seq'], 'session.lastSeq': session['lastSeq'] });
  const manifest = objectAt(whole['manifest'], 'manifest');
  const key = keyOf(manifest, keys);
  const { signedAt } = checkCheckpoint(whole['checkpoint'], chain, key);
  contents.takeParts(whole);
  const counts = contents.check();
  logged.check(session, whole['agents']);
  checkMembers(whole, checkManifest('export', manifest, chain, key));
  return { kind: 'export', ...proven(chain), signedAt, key, ...counts };
};

/** An export in the service's response is wrapped in an envelope. */
const unwrapped = (document: Json): Json => {
  if (document['ok'] !== true || document['format'] !== undefined) return document;
  onlyMembers(document, ['ok', 'data'], 'The envelope');
  return objectAt(document['data'], 'data');
};

/** The part of the result that the chain proves. */
export const proven = ({ sessionId, seq, hash }: Chain) => ({ sessionId, seq, hash });

const checkMembers = (whole: Json, hashes: ReadonlyMap<string, unknown>): void => {
  const names = Object.keys(whole).filter((name) => !apart.has(name));
  for (const name of new Set([...names, ...hashes.keys()])) {
    const value = Object.hasOwn(whole, name) ? whole[name] : undefined;
    const text = canonicalText(value);
    if (text !== undefined && sha256(text) === hashes.get(name)) continue;
    throw new VerificationFailed('member', `The part "${name}" is not as the service made it.`, { member: name });
  }
};
