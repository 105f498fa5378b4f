import { Checkpoint, type Limits, type PublicSession } from '@pairspace/protocol';
import { ExportStream, type FailureReason, type StreamedExport, VerificationFailed } from '@pairspace/protocol/verify';
import { isoTime } from '../../lib/clock.ts';
import { ExportRows } from './rows/export-rows.ts';
import { parseWith } from './rows/row-buffer.ts';
import type { LastRows, StagedRows } from './staged-rows.ts';

/** The largest value of an export is a job whose output is written with escapes: up to six characters for each byte. */
const escapedTimes = 6;
const otherBytes = 8 * 1024 * 1024;
const mostValues = 1_000_000;

export type ExportPart = { begin: { limits: Limits; now: number } } | { chunk: Uint8Array } | { end: true };

export interface ReadExport {
  verified: StreamedExport;
  session: PublicSession;
  last: LastRows;
  /** The keys that must be known for the log to count as proven: of its end, and of its earlier imports. */
  signedBy: (string | undefined)[];
}

export type ReadPart =
  | { sessionId: string | undefined; rows: StagedRows; whole?: ReadExport }
  | { refused: { reason: FailureReason; message: string; seq: number | undefined; member: string | undefined } };

/** Reads one export part by part, and returns the rows of each part. */
export const exportReader = (): ((part: ExportPart) => ReadPart) => {
  let rows: ExportRows | undefined;
  let stream: ExportStream | undefined;
  const read = (part: ExportPart): ReadPart => {
    if ('begin' in part) {
      const { limits, now } = part.begin;
      const mostBytes = escapedTimes * Math.max(limits.jobOutputBytes, limits.fileBytes) + otherBytes;
      rows = new ExportRows(limits, isoTime(now));
      stream = new ExportStream(rows, { mostBytes, mostValues });
    }
    if (!rows || !stream) throw new Error('an export is read before it was begun');
    if ('chunk' in part) stream.write(part.chunk);
    if (!('end' in part)) return { sessionId: rows.sessionId, rows: rows.takeRows() };
    const verified = stream.end();
    if (verified.signed) parseWith(Checkpoint, verified.signed.checkpoint, 'The checkpoint');
    const { session, ...last } = rows.last();
    return {
      sessionId: session.id,
      rows: rows.takeRows(),
      whole: { verified, session, last, signedBy: [verified.signed?.keyId, ...rows.importedUnder] },
    };
  };
  return (part) => {
    try {
      return read(part);
    } catch (error) {
      if (!(error instanceof VerificationFailed)) throw error;
      const { reason, message, seq, member } = error;
      return { refused: { reason, message, seq, member } };
    }
  };
};
