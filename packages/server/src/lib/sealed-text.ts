import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text with AES-256-GCM and a key of 32 bytes; decryption requires the same `boundTo`. The result is base64
 * of nonce, tag and text.
 */
export const sealText = (key: Buffer, text: string, boundTo = ''): string => {
  const nonce = randomBytes(nonceBytes);
  const encrypt = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([encrypt.update(text, 'utf8'), encrypt.final()]);
  return Buffer.concat([nonce, encrypt.getAuthTag(), sealed]).toString('base64');
};

/** Throws if the text was encrypted with another key, bound to something else, or changed. */
export const openSealed = (key: Buffer, sealed: string, boundTo = ''): string => {
  const bytes = Buffer.from(sealed, 'base64');
  const textAt = nonceBytes + tagBytes;
  // The length of the tag is fixed, because a shorter tag would be easier to guess.
  const decrypt = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(nonceBytes, textAt));
  return decrypt.update(bytes.subarray(textAt), undefined, 'utf8') + decrypt.final('utf8');
};
