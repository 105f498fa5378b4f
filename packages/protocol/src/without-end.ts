/**
 * Text without the given characters at its end. A pattern such as `/-+$/` looks at each run of them anew from each of its
 * characters, so a long run in the middle takes the square of its length.
 */
export const withoutEnd = (text: string, characters: string): string => {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
};
