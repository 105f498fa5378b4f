import { type File, FileWithContent } from '@pairspace/protocol';
import { VerificationFailed } from '@pairspace/protocol/verify';
import { encodedContent } from '../../../contents/keep-content.ts';
import type { Row } from '../staged-rows.ts';
import { refuse, refuseCount } from './refuse.ts';
import { ids, parseWith, type RowBuffer } from './row-buffer.ts';

interface LiveFile {
  id: string;
  version: number;
}

export class FileRows {
  readonly #buffer: RowBuffer;
  /** The files of the export, by path. */
  readonly #current = new Map<string, LiveFile>();
  /** The folders of these files. */
  readonly #folders = new Set<string>();
  /** The files that exist at this point of the log, by path. */
  readonly #live = new Map<string, LiveFile>();
  readonly #ids = new Set<string>();

  constructor(buffer: RowBuffer) {
    this.#buffer = buffer;
  }

  file(given: unknown): void {
    const file = parseWith(FileWithContent, given, 'A file');
    const { sessionId, limits } = this.#buffer;
    this.#buffer.assertOurs(file, 'file');
    this.#buffer.written.check('file', file);
    if (file.size > limits.fileBytes) refuse(`The file ${JSON.stringify(file.path)} is too large.`);
    this.#assertFree(file.path);
    const content = contentOfFile(file);
    if (this.#ids.has(file.id)) refuse('Two files have the same id.');
    this.#ids.add(file.id);
    this.#current.set(file.path, { id: file.id, version: file.version });
    if (this.#current.size > limits.filesPerSession) refuseCount('files', limits.filesPerSession);
    // The version gets its number from its event later.
    this.#buffer.keep(content, 'file_version', versionRow(file, 1, sessionId));
    this.#buffer.put('file', {
      path: file.path,
      id: file.id,
      version: file.version,
      size: file.size,
      encoding: file.encoding,
      media_type: file.mediaType,
      content_of: sessionId,
      content_hash: content.hash,
      created_by: JSON.stringify(file.createdBy),
      last_editor: JSON.stringify(file.lastEditor),
      copied_from: file.copiedFrom ? JSON.stringify(file.copiedFrom) : null,
      created_at: Date.parse(file.createdAt),
      updated_at: Date.parse(file.updatedAt),
    });
  }

  /** A file cannot lie below another (FILE-14). */
  #assertFree(path: string): void {
    const parts = path.split('/');
    const above = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
    if (this.#folders.has(path) || above.some((folder) => this.#current.has(folder)))
      refuse(`The file ${JSON.stringify(path)} and another lie below each other.`);
    for (const folder of above) this.#folders.add(folder);
  }

  updated(file: File, seq: number): void {
    const live = this.#live.get(file.path);
    const isNext = live ? live.id === file.id && file.version === live.version + 1 : file.version === 1;
    const isForeign = !live && this.#ids.has(file.id) && this.#current.get(file.path)?.id !== file.id;
    if (!ids.file.test(file.id) || !isNext || isForeign) {
      refuse(`Event ${String(seq)} has a version of a file that does not follow the one before.`, seq);
    }
    this.#ids.add(file.id);
    this.#live.set(file.path, { id: file.id, version: file.version });
    this.#buffer.put('file_version', versionRow(file, seq, null));
  }

  deleted(file: File, seq: number): void {
    const live = this.#live.get(file.path);
    if (live?.id !== file.id) {
      refuse(`Event ${String(seq)} deletes a file that is not there.`, seq);
    }
    this.#live.delete(file.path);
    this.#ids.add(file.id);
    this.#buffer.put('former_file', {
      id: file.id,
      path: file.path,
      created_by: JSON.stringify(file.createdBy),
      copied_from: file.copiedFrom ? JSON.stringify(file.copiedFrom) : null,
      created_at: Date.parse(file.createdAt),
      deleted_seq: seq,
    });
  }
}

const contentOfFile = (file: FileWithContent): ReturnType<typeof encodedContent> => {
  const name = JSON.stringify(file.path);
  if (file.encoding === 'base64' && Buffer.from(file.content, 'base64').toString('base64') !== file.content) {
    refuse(`The content of the file ${name} is not base64.`);
  }
  const content = encodedContent(file.content, file.encoding);
  if (content.hash === file.contentHash && content.bytes === file.size) return content;
  throw new VerificationFailed('file', `The content of the file ${name} does not have its hash and its size.`);
};

const versionRow = (file: File, seq: number, contentOf: string | null): Row => ({
  file_id: file.id,
  version: file.version,
  seq,
  size: file.size,
  encoding: file.encoding,
  media_type: file.mediaType,
  content_of: contentOf,
  content_hash: file.contentHash,
  editor: JSON.stringify(file.lastEditor),
  created_at: Date.parse(file.updatedAt),
});
