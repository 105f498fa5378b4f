/** How many bytes a text in base64 stands for; undefined when it is not base64 with its padding and nothing else. */
export const base64Bytes = (text: string): number | undefined => {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  // Bits that stand for nothing must be zero: then equal bytes are equal texts.
  const last = padding === 0 ? /./s : padding === 1 ? /[AEIMQUYcgkosw048]/ : /[AQgw]/;
  if (digits > 0 && !last.test(text.charAt(digits - 1))) return undefined;
  const other = text.search(/[^A-Za-z0-9+/]/);
  if (other !== -1 && other < digits) return undefined;
  return (text.length / 4) * 3 - padding;
};

/** The bytes of a text in base64, which was checked. */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** The bytes of a file as the service answers it, whatever they are. */
export const bytesOfFile = ({ content, encoding }: { content: string; encoding: string }): Uint8Array<ArrayBuffer> =>
  encoding === 'base64' ? bytesOfBase64(content) : new TextEncoder().encode(content);
