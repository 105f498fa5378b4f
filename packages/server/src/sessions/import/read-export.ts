import { Checkpoint, type Limits, type PublicSession } from '@pairspace/protocol';
import { ArchiveReader, type FailureReason, VerificationFailed } from '@pairspace/protocol/verify';
import { isoTime } from '../../lib/clock.ts';
import { bundleParts, readBundle } from './bundle-parts.ts';
import { ExportRows } from './rows/export-rows.ts';
import { parseWith } from './rows/row-buffer.ts';
import type { LastRows, StagedRows } from './staged-rows.ts';

/** The form of an export. An archive is read while it arrives, and a JSON document once it has arrived. */
export type ExportForm = 'archive' | 'bundle';

export type ExportPart =
  { begin: { form: ExportForm; limits: Limits; now: number } } | { chunk: Uint8Array } | { end: true };

export interface ReadExport {
  /** The newest event, and the checkpoint of an export that is signed. */
  verified: { seq: number; hash: string; signed: { checkpoint: Checkpoint; keyId: string } | null };
  session: PublicSession;
  last: LastRows;
  /** The keys that must be known for the log to count as proven: of its end, and of its earlier imports. */
  signedBy: (string | undefined)[];
}

export type ReadPart =
  /** The rows that a part made. `isMore`: the same part makes further rows, and is asked for again. */
  | { sessionId: string | undefined; rows: StagedRows; isMore?: boolean; whole?: ReadExport }
  | { refused: { reason: FailureReason; message: string; seq: number | undefined; member: string | undefined } };

/** Reads one export part by part, and returns the rows of each part. */
export const exportReader = (): ((part: ExportPart) => ReadPart) => {
  let reader: FormReader | undefined;
  return (part) => {
    try {
      if ('begin' in part) {
        const rows = new ExportRows(part.begin.limits, isoTime(part.begin.now));
        reader = new (part.begin.form === 'archive' ? ArchiveForm : BundleForm)(rows);
      }
      if (!reader) throw new Error('an export is read before it was begun');
      if ('chunk' in part) reader.write(part.chunk);
      return 'end' in part ? reader.end() : reader.part();
    } catch (error) {
      if (!(error instanceof VerificationFailed)) throw error;
      const { reason, message, seq, member } = error;
      return { refused: { reason, message, seq, member } };
    }
  };
};

type Part = Exclude<ReadPart, { refused: unknown }>;

abstract class FormReader {
  protected readonly rows: ExportRows;

  constructor(rows: ExportRows) {
    this.rows = rows;
  }

  abstract write(chunk: Uint8Array): void;
  abstract end(): Part;

  part(): Part {
    return { sessionId: this.rows.sessionId, rows: this.rows.takeRows() };
  }

  protected last(
    session: Readonly<Record<string, unknown>>,
    { seq, hash }: { seq: number; hash: string },
    signature: { checkpoint: unknown; key: { kid: string } } | null,
  ): Part {
    const signed = signature && {
      checkpoint: parseWith(Checkpoint, signature.checkpoint, 'The checkpoint'),
      keyId: signature.key.kid,
    };
    const { session: kept, ...last } = this.rows.last(session);
    const signedBy = [signed?.keyId, ...this.rows.importedUnder];
    return { ...this.part(), whole: { verified: { seq, hash, signed }, session: kept, last, signedBy } };
  }
}

class ArchiveForm extends FormReader {
  readonly #archive = new ArchiveReader(this.rows);

  write(chunk: Uint8Array): void {
    this.#archive.write(chunk);
  }

  end(): Part {
    const verified = this.#archive.end();
    return this.last(this.#archive.session, verified, verified);
  }
}

/** A part ends when its rows hold this number of bytes. */
const partBytes = 1024 * 1024;

class BundleForm extends FormReader {
  #chunks: Uint8Array[] = [];
  #checked: ReturnType<typeof readBundle> | undefined;
  #parts: Generator<void> | undefined;

  write(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
  }

  end(): Part {
    const checked = (this.#checked ??= readBundle(Buffer.concat(this.#chunks)));
    this.#chunks = [];
    const parts = (this.#parts ??= bundleParts(checked, this.rows));
    for (const end = this.rows.storedBytes + partBytes; this.rows.storedBytes < end;) {
      if (parts.next().done === true) {
        const session = { ...(checked.whole['session'] as object), agents: checked.whole['agents'] };
        return this.last(session, checked.chain, checked.signed);
      }
    }
    return { ...this.part(), isMore: true };
  }
}
