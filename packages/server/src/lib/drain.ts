interface DrainOptions {
  /** The batch size, which bounds how long a round blocks the writer. */
  batch: number;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/**
 * Processes found items, round after round, until none is left or an item fails. A failure does not stop the other
 * items of its round, but no further round follows. The failures are returned; the next call finds their items again.
 */
export const drain = async <Found>(
  find: () => Promise<Found[]>,
  work: (found: Found) => Promise<unknown>,
  { batch, closing }: DrainOptions,
): Promise<unknown[]> => {
  for (;;) {
    const found = await find();
    const failures = (await Promise.allSettled(found.map(work))).flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    if (failures.length > 0 || found.length < batch || closing.aborted) return failures;
  }
};
