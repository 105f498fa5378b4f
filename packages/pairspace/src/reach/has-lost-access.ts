/** Refusals after which a token opens nothing any more. */
const codes: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND']);

/** Whether a call failed because the seat, the key or the session is gone. */
export const hasLostAccess = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && codes.has(String(error.code));
