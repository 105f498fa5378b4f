import type { File } from '@pairspace/protocol';
import { type ArchivedContent, VerificationFailed } from '@pairspace/protocol/verify';
import { type Content, encodedContent } from '../../../contents/keep-content.ts';
import type { Row } from '../staged-rows.ts';
import { refuse, refuseCount } from './refuse.ts';
import { ids, type RowBuffer } from './row-buffer.ts';

export class FileRows {
  readonly #buffer: RowBuffer;
  /** The files that are there at this point of the log, by path. */
  readonly #live = new Map<string, File>();
  readonly #ids = new Set<string>();
  /** The size of each content that was named or read, by hash. */
  readonly #sizes = new Map<string, number>();
  /** Contents that wait for an event that names them, and versions that wait for their content, by hash. */
  readonly #contents = new Map<string, Content>();
  readonly #versions = new Map<string, Row[]>();

  constructor(buffer: RowBuffer) {
    this.#buffer = buffer;
  }

  content({ encoding, text }: ArchivedContent): void {
    this.#buffer.written.content({ content: text, encoding });
    const content = encodedContent(text, encoding === 'base64' ? 'base64' : 'utf-8');
    this.#assertSize(content.hash, content.bytes);
    const versions = this.#versions.get(content.hash) ?? [];
    this.#versions.delete(content.hash);
    for (const row of versions) this.#keep(content, row);
    if (versions.length === 0) this.#contents.set(content.hash, content);
  }

  updated(file: File, seq: number): void {
    const { id, path, version, contentHash: hash, size } = file;
    const { limits } = this.#buffer;
    const live = this.#live.get(path);
    const follows = live ? live.id === id && version === live.version + 1 : version === 1 && !this.#ids.has(id);
    if (!ids.file.test(id) || !follows) {
      refuse(`Event ${String(seq)} has a version of a file that does not follow the one before.`, seq);
    }
    if (size > limits.fileBytes) refuse(`Event ${String(seq)} has a file that is too large.`, seq);
    this.#assertSize(hash, size, seq);
    this.#ids.add(id);
    this.#live.set(path, file);
    if (this.#live.size > limits.filesPerSession) refuseCount('files', limits.filesPerSession);
    const row = versionRow(file, seq);
    const content = this.#contents.get(hash);
    if (content) this.#keep(content, row);
    else this.#versions.set(hash, [...(this.#versions.get(hash) ?? []), row]);
  }

  deleted(file: File, seq: number): void {
    if (this.#live.get(file.path)?.id !== file.id) {
      refuse(`Event ${String(seq)} deletes a file that is not there.`, seq);
    }
    this.#live.delete(file.path);
    this.#buffer.put('former_file', { path: file.path, ...ownColumns(file), deleted_seq: seq });
  }

  last(): void {
    this.#assertApart();
    // The export does not have the contents of these versions.
    for (const rows of this.#versions.values()) {
      for (const row of rows) this.#buffer.put('file_version', { ...row, content_of: null });
    }
    for (const file of this.#live.values()) {
      this.#buffer.put('file', {
        path: file.path,
        ...ownColumns(file),
        version: file.version,
        size: file.size,
        encoding: file.encoding,
        media_type: file.mediaType,
        content_of: this.#buffer.sessionId,
        content_hash: file.contentHash,
        last_editor: JSON.stringify(file.lastEditor),
        updated_at: Date.parse(file.updatedAt),
      });
    }
  }

  #keep(content: Content, row: Row): void {
    this.#buffer.keep(content, { ...row, content_of: this.#buffer.sessionId });
    // Later versions refer to the body that is stored now.
    this.#contents.set(content.hash, { ...content, text: '', data: null });
  }

  #assertSize(hash: string, size: number, seq?: number): void {
    const known = this.#sizes.get(hash);
    this.#sizes.set(hash, size);
    if (known === undefined || known === size) return;
    throw new VerificationFailed('file', 'The size of a content differs from the size in its event.', { seq });
  }

  /** A file cannot lie below another (FILE-14). */
  #assertApart(): void {
    for (const path of this.#live.keys()) {
      for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
        if (!this.#live.has(path.slice(0, at))) continue;
        refuse(`The file ${JSON.stringify(path)} and another lie below each other.`);
      }
    }
  }
}

const ownColumns = ({ id, createdBy, copiedFrom, createdAt }: File): Row => ({
  id,
  created_by: JSON.stringify(createdBy),
  copied_from: copiedFrom ? JSON.stringify(copiedFrom) : null,
  created_at: Date.parse(createdAt),
});

const versionRow = (file: File, seq: number): Row => ({
  file_id: file.id,
  version: file.version,
  seq,
  size: file.size,
  encoding: file.encoding,
  media_type: file.mediaType,
  content_hash: file.contentHash,
  editor: JSON.stringify(file.lastEditor),
  created_at: Date.parse(file.updatedAt),
});
