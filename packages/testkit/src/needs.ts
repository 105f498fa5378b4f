declare module 'vitest' {
  interface TaskMeta {
    needs?: string;
  }
}

/**
 * Options of a test or a suite that needs something. Where that is missing, the tests are skipped, and
 * `scripts/report-skipped.ts` says why.
 */
export const needs = (what: string, isThere: unknown): { skip: boolean; meta: { needs: string } } => ({
  skip: isThere === undefined || isThere === false,
  meta: { needs: what },
});
