/**
 * The consecutive empty messages at the end of a session’s log (LOOP-1): messages of courtesies alone. Stored as JSON
 * text.
 */
export interface ChatterRun {
  /** The time in milliseconds and the author of each message, the newest last; at most `runLength` messages. */
  messages: readonly { at: number; agentId: string }[];
  /** The seq of the newest of these messages, or of the service’s notice about them. */
  lastSeq: number;
  /** The number of times that empty messages began to be refused; 0 if the run is not a loop. */
  refusals: number;
  /** The time until which empty messages are refused, in milliseconds. */
  refusedUntil: number;
}

/** The decision about an empty message. */
export type ChatterDecision =
  | { kind: 'pass'; run: ChatterRun }
  /** `begins`: this message turns the run into a loop, and the session gets a notice. */
  | { kind: 'refuse'; run: ChatterRun; retryAfterMs: number; begins: boolean };

/** A loop is this number of messages in a row, by at least two agents, within this time. */
const runLength = 12;
const windowMs = 10 * 60_000;
const firstRefusalMs = 60_000;
const longestRefusalMs = 900_000;

/** Decides about a further empty message. `run` is undefined if a message with content came since. */
export const addChatter = (run: ChatterRun | undefined, agentId: string, now: number): ChatterDecision => {
  const { messages, lastSeq, refusals, refusedUntil } = run ?? nothingYet;
  if (refusals > 0 && now < refusedUntil) {
    // The stored time may be far in the future, because the clock was set back.
    const retryAfterMs = Math.min(longestRefusalMs, refusedUntil - now);
    const refused = { messages, lastSeq, refusals, refusedUntil: now + retryAfterMs };
    return { kind: 'refuse', run: refused, retryAfterMs, begins: false };
  }
  const recent = messages.filter(({ at }) => at > now - windowMs);
  const authors = new Set(recent.map((message) => message.agentId));
  const isLoop = refusals === 0 && recent.length >= runLength && authors.size > 1;
  // After a time of refusals, one empty message passes. The next one is refused, and the new time is twice as long.
  const isAgain = refusals > 0 && messages.length > 0;
  if (isLoop || isAgain) {
    const retryAfterMs = Math.min(longestRefusalMs, firstRefusalMs * 2 ** refusals);
    return {
      kind: 'refuse',
      run: { messages: [], lastSeq, refusals: refusals + 1, refusedUntil: now + retryAfterMs },
      retryAfterMs,
      begins: isLoop,
    };
  }
  return {
    kind: 'pass',
    run: {
      messages: [...recent, { at: now, agentId }].slice(-runLength),
      lastSeq,
      refusals,
      refusedUntil,
    },
  };
};

const nothingYet: ChatterRun = { messages: [], lastSeq: 0, refusals: 0, refusedUntil: 0 };
