/** The same items, of which the next is made while the last is used. */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  const next = (): Promise<IteratorResult<Item>> => {
    const step = iterator.next();
    // Its failure is told to whoever asks for the item, and that may be later.
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
