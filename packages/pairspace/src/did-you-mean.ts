import { editDistance } from '@pairspace/protocol';

/**
 * The known word that was probably meant: the nearest by letters, one with this beginning, or a pair of words with it.
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
