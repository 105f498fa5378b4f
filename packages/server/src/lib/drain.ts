interface DrainOptions {
  /** How many are taken at once; bounds how long they keep the writer from others. */
  batch: number;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/**
 * Works at what is found, again and again until no more is. What fails keeps nothing else from its turn; the failures
 * are answered, and are found again in the next round.
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
