/** What a call throws: a refusal, or why there was no answer. */
export interface FailedCall extends Error {
  /**
   * The `Idempotency-Key` under which a POST was tried. It may have been done all the same; the same call with this key
   * among its headers tells, and does it at most once (IDEM-1). An abort has none: bring a key to what may be aborted.
   */
  readonly idempotencyKey?: string;
}

export const withKey = (error: unknown, key: string | null): unknown => {
  // Not enumerable: whoever logs the error does not log what the kept answer is sealed with (IDEM-7).
  if (error instanceof Error && key !== null)
    Object.defineProperty(error, 'idempotencyKey', { value: key, configurable: true });
  return error;
};
