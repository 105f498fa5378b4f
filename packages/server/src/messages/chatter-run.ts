/** The messages at the end of a session's talk that say nothing, one after the other (LOOP-1). Kept as JSON text. */
export interface ChatterRun {
  /** When each was said, in milliseconds, the newest last; never more than `runLength`. */
  at: readonly number[];
  /** Who said them. */
  agentIds: readonly string[];
  /** The newest of them, or the service's word about them. */
  lastSeq: number;
  /** How often one was refused; 0 while the run is no loop. */
  refusals: number;
  /** Until then one that says nothing is refused, in milliseconds. */
  refusedUntil: number;
}

/** What becomes of a message that says nothing. */
export type ChatterDecision =
  | { kind: 'pass'; run: ChatterRun }
  /** `begins`: the run becomes a loop with it, and the session is told. */
  | { kind: 'refuse'; run: ChatterRun; retryAfterMs: number; begins: boolean };

/** So many in a row, by at least two agents, within this time, are a loop. */
const runLength = 12;
const windowMs = 10 * 60_000;
const firstRefusalMs = 60_000;
const longestRefusalMs = 900_000;

/** Decides about one more message that says nothing. `run` is undefined where something was said since. */
export const addChatter = (run: ChatterRun | undefined, agentId: string, now: number): ChatterDecision => {
  const { at, agentIds, lastSeq, refusals, refusedUntil } = run ?? nothingYet;
  if (refusals > 0 && now < refusedUntil) {
    return { kind: 'refuse', run: run ?? nothingYet, retryAfterMs: refusedUntil - now, begins: false };
  }
  const recent = at.filter((time) => time > now - windowMs);
  const isLoop = refusals === 0 && recent.length >= runLength && agentIds.length > 1;
  // Of a loop one more passes when its time is over; the one after it is refused for twice as long.
  const isAgain = refusals > 0 && at.length > 0;
  if (isLoop || isAgain) {
    const retryAfterMs = Math.min(longestRefusalMs, firstRefusalMs * 2 ** refusals);
    return {
      kind: 'refuse',
      run: { at: [], agentIds, lastSeq, refusals: refusals + 1, refusedUntil: now + retryAfterMs },
      retryAfterMs,
      begins: isLoop,
    };
  }
  return {
    kind: 'pass',
    run: {
      at: [...recent, now].slice(-runLength),
      agentIds: agentIds.includes(agentId) ? agentIds : [...agentIds, agentId],
      lastSeq,
      refusals,
      refusedUntil,
    },
  };
};

const nothingYet: ChatterRun = { at: [], agentIds: [], lastSeq: 0, refusals: 0, refusedUntil: 0 };
