/** Runs `work` on every item, at most `width` at a time; returns results in the order of the items. */
export const together = async <T, R>(
  items: Iterable<T>,
  work: (item: T, index: number) => Promise<R>,
  width = 8,
): Promise<R[]> => {
  const waiting = [...items].entries();
  const results: R[] = [];
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
};

/** `count` numbers from 0. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
