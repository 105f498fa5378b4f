import { editDistance } from '@pairspace/protocol';

/**
 * Returns the known name that was probably meant: the nearest by edit distance, else a name that begins with the given
 * word, else a name of two words that contains it.
 */
export const didYouMean = (given: string, known: readonly string[]): string | undefined => {
  const [nearest] = known
    .map((name) => ({ name, edits: editDistance(given, name) }))
    .filter(({ name, edits }) => edits <= Math.max(1, Math.floor(Math.min(given.length, name.length) / 3)))
    .toSorted((a, b) => a.edits - b.edits);
  if (nearest) return nearest.name;
  const isBegun = (name: string): boolean => given.length > 1 && name.startsWith(given);
  return known.find(isBegun) ?? known.find((name) => name.split(' ').includes(given));
};
