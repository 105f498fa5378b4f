/** The same items, where each is made while the one before is used. */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  const next = (): Promise<IteratorResult<Item>> => {
    const step = iterator.next();
    // The consumer gets the failure with the item, possibly later.
    step.catch(() => undefined);
    return step;
  };
  let ahead = next();
  try {
    for (let step = await ahead; step.done !== true; step = await ahead) {
      ahead = next();
      yield step.value;
    }
  } finally {
    await ahead.catch(() => undefined);
    await iterator.return?.();
  }
}
