import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../lib/make-folder.ts';
import { openSealed, sealText } from '../lib/sealed-text.ts';

export const secretKeyBytes = 32;

/** Encrypts the secrets of webhooks with AES-256-GCM, each bound to its webhook. */
export class SecretBox {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  seal(secret: string, webhookId: string): string {
    return sealText(this.#key, secret, webhookId);
  }

  /** Throws if the secret was encrypted with another key or for another webhook. */
  open(sealed: string, webhookId: string): string {
    return openSealed(this.#key, sealed, webhookId);
  }
}

/** The key in a file; created, readable by its owner only, if it is missing. */
export const keyInFile = (file: string): Buffer => {
  if (!existsSync(file)) makeKey(file);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== secretKeyBytes) throw new Error(`${file} does not hold a key of ${String(secretKeyBytes)} bytes.`);
  return key;
};

/** The file appears atomically, and the first of several processes creates it. */
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
