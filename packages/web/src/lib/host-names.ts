/**
 * Stands for the package `punycode.js`: every browser encodes names of hosts already. A name that is encoded stays so,
 * because letters of other scripts can look like another name.
 */
const hostNames = {
  toASCII: (host: string): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host),
  toUnicode: (host: string): string => host,
};

export default hostNames;
