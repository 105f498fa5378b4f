/**
 * Replaces the package `punycode.js`, because every browser can encode host names. An encoded name stays encoded: its
 * decoded letters could look like another name.
 */
const hostNames = {
  toASCII: (host: string): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host),
  toUnicode: (host: string): string => host,
};

export default hostNames;
