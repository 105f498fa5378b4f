import type { File } from '@pairspace/protocol';
import { type ArchivedContent, VerificationFailed } from '@pairspace/protocol/verify';
import { type Content, encodedContent } from '../../../contents/keep-content.ts';
import { refuse, refuseCount } from './refuse.ts';
import type { RowBuffer } from './row-buffer.ts';

/** Checks that the versions of files follow each other, and puts their contents. */
export class FileRows {
  readonly #buffer: RowBuffer;
  /** The files that are there at this point of the log, by path. */
  readonly #live = new Map<string, File>();
  readonly #ids = new Set<string>();
  /** The size of each content that was named or read, by hash. */
  readonly #sizes = new Map<string, number>();
  /** Contents that wait for an event that names them, and events of versions that wait for their content, by hash. */
  readonly #contents = new Map<string, Content>();
  readonly #versions = new Map<string, number[]>();

  constructor(buffer: RowBuffer) {
    this.#buffer = buffer;
  }

  content({ encoding, text }: ArchivedContent): void {
    this.#buffer.written.content({ content: text, encoding });
    const content = encodedContent(text, encoding === 'base64' ? 'base64' : 'utf-8');
    this.#assertSize(content.hash, content.bytes);
    const versions = this.#versions.get(content.hash) ?? [];
    this.#versions.delete(content.hash);
    for (const seq of versions) this.#keep(content, seq);
    if (versions.length === 0) this.#contents.set(content.hash, content);
  }

  updated(file: File, seq: number): void {
    const { id, path, version, contentHash: hash, size } = file;
    const { limits } = this.#buffer;
    const live = this.#live.get(path);
    const follows = live ? live.id === id && version === live.version + 1 : version === 1 && !this.#ids.has(id);
    if (!follows) {
      refuse(`Event ${String(seq)} has a version of a file that does not follow the one before.`, seq);
    }
    if (size > limits.fileBytes) refuse(`Event ${String(seq)} has a file that is too large.`, seq);
    this.#assertSize(hash, size, seq);
    this.#ids.add(id);
    this.#live.set(path, file);
    if (this.#live.size > limits.filesPerSession) refuseCount('files', limits.filesPerSession);
    const content = this.#contents.get(hash);
    if (content) this.#keep(content, seq);
    else this.#versions.set(hash, [...(this.#versions.get(hash) ?? []), seq]);
  }

  deleted(file: File, seq: number): void {
    if (this.#live.get(file.path)?.id !== file.id) {
      refuse(`Event ${String(seq)} deletes a file that is not there.`, seq);
    }
    this.#live.delete(file.path);
  }

  #keep(content: Content, seq: number): void {
    this.#buffer.keep(content, seq);
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
  assertApart(): void {
    for (const path of this.#live.keys()) {
      for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
        if (!this.#live.has(path.slice(0, at))) continue;
        refuse(`The file ${JSON.stringify(path)} and another lie below each other.`);
      }
    }
  }
}
