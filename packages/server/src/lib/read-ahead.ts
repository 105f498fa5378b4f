/** Yields the same items, but makes the next item while the consumer uses the current one. */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  const next = (): Promise<IteratorResult<Item>> => {
    const step = iterator.next();
    // The consumer gets the failure when it asks for the item. Until then the rejection must not count as unhandled.
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
