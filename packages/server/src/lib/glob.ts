/**
 * Whether a path matches a glob: `*` and `?` within a segment, `**` for any number of segments. Written for patterns
 * of strangers: it takes time in proportion to the two lengths, where regular expressions and braces can take forever.
 */
export const matchesGlob = (path: string, glob: string): boolean =>
  matches(path.split('/'), glob.split('/'), '**', matchesSegment);

const matchesSegment = (segment: string, pattern: string): boolean =>
  matches(Array.from(segment), Array.from(pattern), '*', (character, wanted) => wanted === '?' || wanted === character);

/** Goes through both at once; when it fails, the last star takes one more. Earlier stars never need to. */
const matches = (
  items: readonly string[],
  pattern: readonly string[],
  star: string,
  fits: (item: string, wanted: string) => boolean,
): boolean => {
  let place = 0;
  let wanted = 0;
  let lastStar: { wanted: number; place: number } | undefined;
  while (place < items.length) {
    const next = pattern[wanted];
    if (next === star) {
      lastStar = { wanted, place };
      wanted++;
    } else if (next !== undefined && fits(items[place] ?? '', next)) {
      place++;
      wanted++;
    } else if (lastStar) {
      lastStar.place++;
      place = lastStar.place;
      wanted = lastStar.wanted + 1;
    } else return false;
  }
  while (pattern[wanted] === star) wanted++;
  return wanted === pattern.length;
};
