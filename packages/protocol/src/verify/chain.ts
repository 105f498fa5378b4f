import { createHash } from 'node:crypto';
import { canonicalText, type Json, objectAt } from './shape.ts';
import { VerificationFailed } from './verification-failed.ts';

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** The number of events between two reports of progress. */
const toldEvery = 5000;

/** Follows the chain of a log, event by event, and throws at the first invalid event (CHN-8). */
export class Chain {
  readonly sessionId: string;
  /** The newest event so far. */
  seq = 0;
  /** The hash of the newest event. */
  hash: string;
  readonly #onProgress: (events: number) => void;

  constructor(sessionId: string, onProgress: (events: number) => void = () => undefined) {
    this.sessionId = sessionId;
    this.hash = sha256(sessionId);
    this.#onProgress = onProgress;
  }

  /** Takes the next event of the log. */
  follow(value: unknown): Json {
    const expected = this.seq + 1;
    const event = objectAt(value, `Event ${String(expected)}`);
    this.#checkPlace(event, expected);
    this.#checkHash(event, expected);
    this.seq = expected;
    if (expected % toldEvery === 0) this.#onProgress(expected);
    return event;
  }

  #checkPlace({ seq, sessionId }: Json, expected: number): void {
    const fail = (message: string): never => {
      throw new VerificationFailed('order', message, { seq: expected });
    };
    if (seq !== expected) {
      const place = `Event ${String(expected)} is not where it belongs`;
      if (seq === this.seq) fail(`${place}: event ${String(seq)} comes twice.`);
      fail(`${place}: there stands one with the seq ${String(seq)}. It is missing, or was moved.`);
    }
    if (sessionId !== this.sessionId) fail(`Event ${String(expected)} is of another session.`);
  }

  #checkHash(event: Json, seq: number): void {
    const { hash, ...rest } = event;
    const text = canonicalText(rest);
    const right = text === undefined ? null : sha256(`${this.hash}\n${text}`);
    if (right === null || hash !== right) {
      throw new VerificationFailed(
        'hash',
        `Event ${String(seq)} is not as it was hashed, or the log before it has changed.`,
        { seq },
      );
    }
    this.hash = right;
  }
}

/** Throws if a part of the document names another end of the log. */
export const checkEnd = ({ seq }: Chain, ends: Json): void => {
  for (const [name, end] of Object.entries(ends)) {
    if (end === seq) continue;
    const message = `The log ends with event ${String(seq)}, but ${name} is ${JSON.stringify(end)}.`;
    throw new VerificationFailed('order', message, { seq: seq + 1, member: name });
  }
};
