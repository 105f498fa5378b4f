import type { Checkpoint, DocumentKind, Manifest } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';

/** Signs the end of a log, and what a document consists of. */
export interface DocumentSigner {
  checkpoint(end: Pick<Checkpoint, 'sessionId' | 'seq' | 'hash'>, now: number): Checkpoint;
  manifest(kind: DocumentKind, about: Pick<Manifest, 'sessionId' | 'seq' | 'members'>): Manifest;
}

/** The checkpoint of an event; null when that has no hash. */
export const checkpointAt = async (
  db: Queries,
  { sessionId, seq, exportedAt }: { sessionId: string; seq: number; exportedAt: string },
  signer: DocumentSigner,
): Promise<Checkpoint | null> => {
  const row = await db.get<{ hash: string | null }>`
    select hash from event where session_id = ${sessionId} and seq = ${seq}
  `;
  const hash = row?.hash ?? null;
  return hash === null ? null : signer.checkpoint({ sessionId, seq, hash }, Date.parse(exportedAt));
};
