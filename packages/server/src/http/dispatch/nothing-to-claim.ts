/** Rolls back a claim without a result, so that no answer is stored for its `Idempotency-Key` (TASK-9, JOB-23). */
export class NothingToClaim extends Error {
  /** Returns null for this error, and throws any other. */
  static asNull(this: void, error: unknown): null {
    if (error instanceof NothingToClaim) return null;
    throw error;
  }
}
