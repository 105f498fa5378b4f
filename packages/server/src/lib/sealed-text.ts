import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Seals a text with AES-256-GCM under a key of 32 bytes; it opens with the same `boundTo` alone. In base64: nonce, tag, text. */
export const sealText = (key: Buffer, text: string, boundTo = ''): string => {
  const nonce = randomBytes(nonceBytes);
  const encrypt = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([encrypt.update(text, 'utf8'), encrypt.final()]);
  return Buffer.concat([nonce, encrypt.getAuthTag(), sealed]).toString('base64');
};

/** Throws when the text was sealed under another key, bound to something else, or changed. */
export const openSealed = (key: Buffer, sealed: string, boundTo = ''): string => {
  const bytes = Buffer.from(sealed, 'base64');
  const textAt = nonceBytes + tagBytes;
  // A shorter tag would be guessed sooner.
  const decrypt = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(nonceBytes, textAt));
  return decrypt.update(bytes.subarray(textAt), undefined, 'utf8') + decrypt.final('utf8');
};
