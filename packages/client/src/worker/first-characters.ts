/** The first characters of a text, without those that no text of the contract contains (API-13). */
export const firstCharacters = (text: string, most: number): string =>
  Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('')
    .replaceAll(/\0|\p{Cs}/gu, '\ufffd');
