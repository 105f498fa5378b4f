const privateKey = /-----BEGIN ?(?:[A-Z]+ )?PRIVATE KEY-----((?:[A-Za-z0-9+/=\s]|\\[nrt]){60,400})-----END/g;
const sequence = 0x30;

/**
 * Where a private key in PEM begins that has less than 128 bytes of DER, as those of Ed25519 and of P-256 have: the rule
 * set knows longer ones alone. The length that DER states must be right, so a placeholder is none.
 */
export const findShortKey = (text: string): number | undefined => {
  for (const { index, 1: body = '' } of text.matchAll(privateKey)) {
    const der = Buffer.from(body.replace(/\s|\\[nrt]/g, ''), 'base64');
    if (der[0] === sequence && der[1] === der.length - 2) return index;
  }
  return undefined;
};
