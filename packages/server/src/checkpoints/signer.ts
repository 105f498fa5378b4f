import {
  type Checkpoint,
  checkpointText,
  type DocumentKind,
  type Manifest,
  manifestText,
  membersText,
  type PublicKey,
  type SealedLines,
  sealText,
} from '@pairspace/protocol';
import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from 'node:crypto';
import { isoTime } from '../lib/clock.ts';

/** The PKCS #8 prefix of the seed of an Ed25519 key (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A public key as a JWK; its id is its thumbprint (RFC 7638). */
export const publicKeyOf = (x: string): PublicKey => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x,
  kid: hash('sha256', `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`, 'base64url'),
  use: 'sig',
  alg: 'EdDSA',
});

/** Signs statements of the service about its sessions. */
export class Signer {
  readonly publicKey: PublicKey;
  readonly #key: KeyObject;

  constructor(seed: Buffer) {
    this.#key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
    this.publicKey = publicKeyOf(String(createPublicKey(this.#key).export({ format: 'jwk' }).x));
  }

  sign(text: string): { keyId: string; signature: string } {
    const signature = sign(null, Buffer.from(text), this.#key).toString('base64url');
    return { keyId: this.publicKey.kid, signature };
  }

  /** A signed statement of the end of a session's log (CHN-3). */
  checkpoint(end: Pick<Checkpoint, 'sessionId' | 'seq' | 'hash'>, now: number): Checkpoint {
    const signed = { ...end, signedAt: isoTime(now) };
    return { ...signed, ...this.sign(checkpointText(signed)) };
  }

  /** A signed statement of a document's parts (CHN-7). */
  manifest(kind: DocumentKind, about: Pick<Manifest, 'sessionId' | 'seq' | 'members'>): Manifest {
    const text = manifestText(kind, about, hash('sha256', membersText(about.members)));
    return { ...about, publicKey: this.publicKey, ...this.sign(text) };
  }

  /** The digest of the lines of an archive, sealed (ARC-1). */
  seal(about: SealedLines): { key: PublicKey; digest: string; seal: string } {
    return { key: this.publicKey, digest: about.digest, seal: this.sign(sealText(about)).signature };
  }
}
