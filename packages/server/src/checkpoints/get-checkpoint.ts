import type { Checkpoint } from '@pairspace/protocol';
import type { SessionHead } from '../access/session-head.ts';
import type { Signer } from './signer.ts';

/** A signed statement of a session's newest event (CHN-3). */
export const getCheckpoint = (
  { id: sessionId, lastSeq: seq, lastHash }: SessionHead,
  signer: Signer,
  now: number,
): Checkpoint => signer.checkpoint({ sessionId, seq, hash: lastHash }, now);
