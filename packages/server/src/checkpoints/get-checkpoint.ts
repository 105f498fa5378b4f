import type { Checkpoint } from '@pairspace/protocol';
import type { SessionHead } from '../access/session-head.ts';
import type { Signer } from './signer.ts';

/** The newest event of a session, signed (CHN-3). */
export const getCheckpoint = (
  { id: sessionId, lastSeq: seq, lastHash }: SessionHead,
  signer: Signer,
  now: number,
): Checkpoint => signer.checkpoint({ sessionId, seq, hash: lastHash }, now);
