import type { PublicKey } from '../checkpoints.ts';
import { Chain, checkEnd, sha256 } from './chain.ts';
import { checkContents, type Counts } from './contents.ts';
import { LoggedSession } from './session.ts';
import { arrayAt, canonicalText, objectAt, onlyMembers, textAt, type Json } from './shape.ts';
import { checkCheckpoint, checkManifest, keyOf, type KnownKey } from './signatures.ts';
import { VerificationFailed } from './verification-failed.ts';

export interface VerifyOptions {
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
  kind: 'export' | 'site' | 'archive';
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
export const verifyExport = (document: unknown, options: VerifyOptions = {}): VerifiedExport => {
  const { chain, signed, counts } = checkExport(document, options);
  if (!signed) throw new VerificationFailed('format', 'The part "manifest" is not an object.', { member: 'manifest' });
  const { signedAt, key } = signed;
  return { kind: 'export', ...proven(chain), signedAt, key, ...counts };
};

/** The facts about an export that may be unsigned. */
export interface CheckedExport {
  whole: Json;
  chain: Chain;
  counts: Counts;
  signed: { signedAt: string; key: PublicKey; checkpoint: Json } | null;
}

/** Like `verifyExport`, but takes an export without checkpoint and manifest as well. */
export const checkExport = (document: unknown, { keys, onProgress }: VerifyOptions = {}): CheckedExport => {
  const whole = unwrapped(objectAt(document, 'The document'));
  if (whole['format'] !== 'pairspace.session') {
    throw new VerificationFailed('format', 'This is not a Pairspace session export.');
  }
  if (whole['version'] !== 1) {
    const version = JSON.stringify(whole['version'] ?? null).slice(0, 20);
    throw new VerificationFailed('format', `This export has version ${version}, and this program reads version 1.`);
  }
  const session = objectAt(whole['session'], 'session');
  const chain = new Chain(textAt(session['id'], 'session.id'), onProgress);
  const events: Json[] = [];
  const logged = new LoggedSession();
  for (const value of arrayAt(whole['events'], 'events')) {
    const before = chain.hash;
    const event = chain.follow(value);
    events.push(event);
    logged.take(event, before);
  }
  checkEnd(chain, { seq: whole['seq'], 'session.lastSeq': session['lastSeq'] });
  const counts = checkContents(whole, events);
  logged.check(session, whole['agents']);
  return { whole, chain, counts, signed: checkSignatures(whole, chain, keys) };
};

const checkSignatures = (whole: Json, chain: Chain, keys: VerifyOptions['keys']): CheckedExport['signed'] => {
  if (whole['manifest'] === undefined && whole['checkpoint'] === undefined) return null;
  const manifest = objectAt(whole['manifest'], 'manifest');
  const key = keyOf(manifest['publicKey'], keys);
  const { signedAt } = checkCheckpoint(whole['checkpoint'], chain, key);
  checkMembers(whole, checkManifest('export', manifest, chain, key));
  return { signedAt, key, checkpoint: objectAt(whole['checkpoint'], 'checkpoint') };
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
