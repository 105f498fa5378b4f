/**
 * Removes the given characters from the end of a text. A pattern such as `/-+$/` restarts at each character of every
 * run, so a long run in the middle takes quadratic time.
 */
export const withoutEnd = (text: string, characters: string): string => {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
};
