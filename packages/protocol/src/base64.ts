/**
 * The number of bytes that a base64 text encodes. Undefined when the text is not padded base64, or holds anything else.
 */
export const base64Bytes = (text: string): number | undefined => {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  // Unused bits must be zero, so that equal bytes always have equal texts.
  const last = padding === 0 ? /./s : padding === 1 ? /[AEIMQUYcgkosw048]/ : /[AQgw]/;
  if (digits > 0 && !last.test(text.charAt(digits - 1))) return undefined;
  const other = text.search(/[^A-Za-z0-9+/]/);
  if (other !== -1 && other < digits) return undefined;
  return (text.length / 4) * 3 - padding;
};

/** Decodes base64 that was checked before. */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** The bytes of a file as the service returns it, in either encoding. */
export const bytesOfFile = ({ content, encoding }: { content: string; encoding: string }): Uint8Array<ArrayBuffer> =>
  encoding === 'base64' ? bytesOfBase64(content) : new TextEncoder().encode(content);
