import type { Checkpoint, DocumentKind, Manifest, PublicKey, SealedLines } from '@pairspace/protocol';
import { invariant } from '../lib/invariant.ts';
import type { Queries } from '../storage/storage.ts';

/** Signs the end of a log, and the parts of a document. */
export interface DocumentSigner {
  checkpoint(end: Pick<Checkpoint, 'sessionId' | 'seq' | 'hash'>, now: number): Checkpoint;
  manifest(kind: DocumentKind, about: Pick<Manifest, 'sessionId' | 'seq' | 'members'>): Manifest;
  /** The digest of the lines of an archive, sealed. */
  seal(about: SealedLines): { key: PublicKey; digest: string; seal: string };
}

/** The checkpoint of an event. */
export const checkpointAt = async (
  db: Queries,
  { sessionId, seq, exportedAt }: { sessionId: string; seq: number; exportedAt: string },
  signer: DocumentSigner,
): Promise<Checkpoint> => {
  const row = await db.get<{ hash: string }>`
    select hash from event where session_id = ${sessionId} and seq = ${seq}
  `;
  invariant(row, 'the newest event of a session is in its log');
  return signer.checkpoint({ sessionId, seq, hash: row.hash }, Date.parse(exportedAt));
};
