const privateKey = /-----BEGIN ?(?:[A-Z]+ )?PRIVATE KEY-----((?:[A-Za-z0-9+/=\s]|\\[nrt]){60,400})-----END/g;
const sequence = 0x30;

/**
 * The position of a private key in PEM with less than 128 bytes of DER, such as Ed25519 and P-256; the rule set only
 * knows longer keys. The length in the DER must be correct, so a placeholder does not match.
 */
export const findShortKey = (text: string): number | undefined => {
  for (const { index, 1: body = '' } of text.matchAll(privateKey)) {
    const der = Buffer.from(body.replace(/\s|\\[nrt]/g, ''), 'base64');
    if (der[0] === sequence && der[1] === der.length - 2) return index;
  }
  return undefined;
};
