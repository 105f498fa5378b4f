/** The time for which a request blocked others. */
export interface Wait {
  how: string;
  waitMs: number;
  /** The part of the wait that the service itself caused. */
  ownMs: number;
  /** The part of the wait that the machine would cause for any server. */
  allowedMs: number;
  answer: string;
  tookMs: number;
}

export const showWaits = (longest: ReadonlyMap<string, Wait>): void => {
  console.table(
    [...longest].map(([endpoint, { how, waitMs, ownMs, allowedMs, answer, tookMs }]) => ({
      endpoint,
      'longest wait, ms': Math.round(waitMs),
      'of the service': Math.round(ownMs),
      allowed: Math.round(allowedMs),
      'took, ms': Math.round(tookMs),
      how: how.slice(0, 60),
      answer: answer.slice(0, 40),
    })),
  );
};
