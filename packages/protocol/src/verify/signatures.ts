import { checkpointText, type PublicKey } from '../checkpoints.ts';
import {
  type DocumentKind,
  type Manifest,
  manifestText,
  membersText,
  type SealedLines,
  sealText,
} from '../manifests.ts';
import { createPublicKey, createHash, type KeyObject, verify } from 'node:crypto';
import { type Chain, sha256 } from './chain.ts';
import { type Json, objectAt, onlyMembers, textAt } from './shape.ts';
import { VerificationFailed } from './verification-failed.ts';

/** A key that a caller trusts. */
export type KnownKey = Pick<PublicKey, 'kid'>;

/** The id that a public key must have: its JWK thumbprint (RFC 7638). */
export const thumbprintOf = (x: string): string =>
  createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');

/** The key of a document. Its id must be its thumbprint, and it must be one of the known keys, if these are given. */
export const keyOf = (value: unknown, known: readonly KnownKey[] | undefined): PublicKey => {
  const key = objectAt(value, 'publicKey');
  const [x, kid] = [textAt(key['x'], 'publicKey.x'), textAt(key['kid'], 'publicKey.kid')];
  const right = { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprintOf(x), use: 'sig', alg: 'EdDSA' } as const;
  const names = Object.keys(key);
  if (names.length !== 6 || Object.entries(right).some(([name, value]) => key[name] !== value)) {
    throw new VerificationFailed('signature', 'The public key in the document is not the one that it names.', {
      member: 'publicKey',
    });
  }
  if (known && !known.some((one) => one.kid === kid)) {
    throw new VerificationFailed('unknown_key', `The document is signed with the key ${kid}, which is not known.`);
  }
  return right;
};

const publicKeyOf = (x: string): KeyObject => {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  } catch {
    throw new VerificationFailed('signature', 'The public key in the document is none.', { member: 'publicKey' });
  }
};

const checkSignature = (text: string, signed: Json, { x, kid }: PublicKey, member: string): void => {
  const signature = textAt(signed['signature'], `${member}.signature`);
  const bytes = Buffer.from(signature, 'base64url');
  // Several base64url texts decode to the same bytes. The service writes only the canonical one.
  const isWritten = bytes.toString('base64url') === signature;
  const key = publicKeyOf(x);
  if (signed['keyId'] !== kid || !isWritten || !verify(null, Buffer.from(text), key, bytes)) {
    throw new VerificationFailed('signature', `The signature of the ${member} does not fit.`, { member });
  }
};

/** Checks that the checkpoint belongs to the newest event of the chain and is signed. */
export const checkCheckpoint = (value: unknown, chain: Chain, key: PublicKey): { signedAt: string } => {
  const { sessionId, seq, hash } = chain;
  const checkpoint = objectAt(value, 'checkpoint');
  for (const [name, right] of Object.entries({ sessionId, seq, hash })) {
    if (checkpoint[name] === right) continue;
    const message = `The checkpoint has another ${name} than event ${String(seq)}, which is the newest.`;
    throw new VerificationFailed('checkpoint', message, { seq, member: 'checkpoint' });
  }
  const signedAt = textAt(checkpoint['signedAt'], 'checkpoint.signedAt');
  checkSignature(checkpointText({ sessionId, seq, hash, signedAt }), checkpoint, key, 'checkpoint');
  if (Object.keys(checkpoint).length !== 6) {
    throw new VerificationFailed('checkpoint', 'The checkpoint has a field that is none of a checkpoint.', { seq });
  }
  return { signedAt };
};

/** Checks the signature over all lines of an archive before its last one. */
export const checkSeal = (seal: unknown, about: SealedLines, key: PublicKey): void => {
  checkSignature(sealText(about), { signature: seal, keyId: key.kid }, key, 'seal');
};

const signedParts = ['sessionId', 'seq', 'members', 'publicKey', 'keyId', 'signature'];

/** Checks the signature of the manifest for this document; returns the hashes of its parts. */
export const checkManifest = (
  kind: DocumentKind,
  manifest: Json,
  { sessionId, seq }: Chain,
  key: PublicKey,
): ReadonlyMap<string, unknown> => {
  for (const [name, right] of Object.entries({ sessionId, seq })) {
    if (manifest[name] === right) continue;
    throw new VerificationFailed('signature', `The manifest has another ${name} than the log.`, { member: 'manifest' });
  }
  onlyMembers(
    manifest,
    [...signedParts, ...(kind === 'site' ? ['format', 'version', 'checkpoint'] : [])],
    'The manifest',
  );
  const members = objectAt(manifest['members'], 'manifest.members');
  for (const member of Object.values(members)) textAt(member, 'manifest.members');
  const hash = sha256(membersText(members as Manifest['members']));
  checkSignature(manifestText(kind, { sessionId, seq }, hash), manifest, key, 'manifest');
  return new Map(Object.entries(members));
};
