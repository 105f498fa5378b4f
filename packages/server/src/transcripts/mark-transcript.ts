import type { TranscriptFormat } from '@pairspace/protocol';
import { getSessionHead } from '../access/session-head.ts';
import { isoTime } from '../lib/clock.ts';
import type { Queries, Transaction } from '../storage/storage.ts';

/** The end and the time of a transcript. The log up to there never changes, so the transcript needs no other state. */
export interface TranscriptMark {
  format: TranscriptFormat;
  seq: number;
  generatedAt: string;
}

export const findMark = async (
  db: Queries,
  sessionId: string,
  format: TranscriptFormat,
): Promise<TranscriptMark | undefined> => {
  const row = await db.get<{ seq: number; generated_at: number }>`
    select seq, generated_at from transcript where session_id = ${sessionId} and format = ${format}
  `;
  return row && { format, seq: row.seq, generatedAt: isoTime(row.generated_at) };
};

/** Regenerates the transcript: it now ends at the present end of the log (TRN-*). */
export const markTranscript = async (
  tx: Transaction,
  sessionId: string,
  format: TranscriptFormat,
): Promise<TranscriptMark> => {
  const { lastSeq } = await getSessionHead(tx, sessionId);
  await tx.run`
    insert into transcript (session_id, format, seq, generated_at)
    values (${sessionId}, ${format}, ${lastSeq}, ${tx.now})
    on conflict (session_id, format) do update set seq = excluded.seq, generated_at = excluded.generated_at
  `;
  return { format, seq: lastSeq, generatedAt: isoTime(tx.now) };
};
