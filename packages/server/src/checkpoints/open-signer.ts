import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../lib/secret-box.ts';
import type { Storage } from '../storage/storage.ts';
import { addKey, listOwnKeys } from './key-store.ts';
import { Signer } from './signer.ts';

interface SignerOptions {
  /** The seed from the operator's settings. */
  given: Buffer | undefined;
  box: SecretBox;
}

/**
 * The signing key: the given one, otherwise the newest generated key that the box can decrypt, otherwise a new one. All
 * processes on a database choose the same. Public keys are kept (CHN-5).
 */
export const openSigner = (storage: Storage, { given, box }: SignerOptions): Promise<Signer> => {
  const fresh = randomBytes(32);
  return storage.write(async (tx) => {
    if (given) {
      const signer = new Signer(given);
      await addKey(tx, signer.publicKey, null);
      return signer;
    }
    for (const { keyId, sealedSeed } of await listOwnKeys(tx)) {
      const seed = opened(box, sealedSeed, keyId);
      if (seed) return new Signer(seed);
    }
    const signer = new Signer(fresh);
    const { kid } = signer.publicKey;
    await addKey(tx, signer.publicKey, box.seal(fresh.toString('base64'), purposeOf(kid)));
    return signer;
  });
};

const purposeOf = (keyId: string): string => `signing key ${keyId}`;

const opened = (box: SecretBox, sealed: string, keyId: string): Buffer | undefined => {
  try {
    return Buffer.from(box.open(sealed, purposeOf(keyId)), 'base64');
  } catch {
    return undefined;
  }
};
