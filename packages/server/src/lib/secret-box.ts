import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

export const secretKeyBytes = 32;
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Seals texts with AES-256-GCM. A sealed text is base64 of nonce, tag and encrypted text. */
export class SecretBox {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Encrypts a text. Only `open` with the same purpose decrypts it. */
  seal(text: string, purpose: string): string {
    const nonce = randomBytes(nonceBytes);
    const encrypt = createCipheriv(cipher, this.#key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(purpose));
    const encrypted = Buffer.concat([encrypt.update(text, 'utf8'), encrypt.final()]);
    return Buffer.concat([nonce, encrypt.getAuthTag(), encrypted]).toString('base64');
  }

  /** Decrypts a text. Throws if it was sealed under another key or for another purpose, or was changed. */
  open(sealed: string, purpose: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const textAt = nonceBytes + tagBytes;
    // The length of the tag is fixed, because a shorter tag would be easier to guess.
    const decrypt = createDecipheriv(cipher, this.#key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(nonceBytes, textAt));
    return decrypt.update(bytes.subarray(textAt), undefined, 'utf8') + decrypt.final('utf8');
  }
}

/** Reads the key from a file. Creates the file, for its owner only, if there is none. */
export const keyInFile = (file: string): Buffer => {
  if (!existsSync(file)) makeKey(file);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== secretKeyBytes) throw new Error(`${file} does not hold a key of ${String(secretKeyBytes)} bytes.`);
  return key;
};

/** Creates the file complete or not at all. If several processes do so at once, the file of the first one stays. */
const makeKey = (file: string): void => {
  makeFolder(dirname(file));
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(draft, `${randomBytes(secretKeyBytes).toString('base64')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};
