import { createHash } from 'node:crypto';
import { Chain, checkEnd, sha256 } from './chain.ts';
import { holdsDangerousText } from './dangerous-text.ts';
import { LoggedSession } from './session.ts';
import { canonicalText, type Json, objectAt, onlyMembers, textAt } from './shape.ts';
import { checkCheckpoint, checkSeal, keyOf } from './signatures.ts';
import { type FailureReason, VerificationFailed } from './verification-failed.ts';
import { proven, type Verified, type VerifyOptions } from './verify-export.ts';

/** The greatest length of a line of an archive, in bytes. */
export const archiveLineBytes = 16 * 1024 * 1024;

/** A content of a file: text, or bytes in base64. `hash` is the SHA-256 of its bytes, in hexadecimal. */
export interface ArchivedContent {
  hash: string;
  encoding: 'utf8' | 'base64';
  text: string;
}

/** Takes what an archive holds, each part after its own checks. */
export interface ArchiveTaker {
  /** Comes first. */
  begin: (sessionId: string) => void;
  /** The next event; `data` is its entity as canonical JSON. */
  event: (event: Json, data: string) => void;
  /** A content, before or after the first event that names it, and once. */
  content: (content: ArchivedContent) => void;
  /** A record of what no event told. Records come after all events. */
  record: (record: Json) => void;
}

/** The facts that the verification of an archive has proven. */
export interface VerifiedArchive extends Verified {
  kind: 'archive';
  checkpoint: Json;
}

const nothing = (): void => undefined;
const nobody: ArchiveTaker = { begin: nothing, event: nothing, content: nothing, record: nothing };

/** Verifies an archive piece by piece (ARC-1). Throws `VerificationFailed`, which names the first thing that is wrong. */
export const verifyArchive = async (
  pieces: AsyncIterable<Uint8Array>,
  options: VerifyOptions = {},
): Promise<VerifiedArchive> => {
  const reader = new ArchiveReader(nobody, options);
  for await (const piece of pieces) reader.write(piece);
  return reader.end();
};

/** Reads and verifies an archive while its bytes arrive. Its memory grows with the names of contents only. */
export class ArchiveReader {
  readonly #taker: ArchiveTaker;
  readonly #options: VerifyOptions;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** The beginning of a line whose end has not arrived. */
  #begun: Uint8Array[] = [];
  #begunBytes = 0;
  #lines = 0;
  /** Of every line before the last one. */
  readonly #digest = createHash('sha256');
  #header: Json = {};
  #chain: Chain | undefined;
  readonly #session = new LoggedSession();
  #isPastLog = false;
  /** The contents that events name, and those that are there. */
  readonly #named = new Set<unknown>();
  readonly #contents = new Set<unknown>();
  /** The content of each file that is there, by path. */
  readonly #files = new Map<unknown, unknown>();
  #verified: VerifiedArchive | undefined;

  constructor(taker: ArchiveTaker, options: VerifyOptions = {}) {
    this.#taker = taker;
    this.#options = options;
  }

  /** The session after the newest event. */
  get session(): Json {
    return this.#session.now;
  }

  write(piece: Uint8Array): void {
    let from = 0;
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, from)) {
      this.#keep(piece.subarray(from, at));
      const line = Buffer.concat(this.#begun);
      this.#begun = [];
      this.#begunBytes = 0;
      this.#takeLine(line);
      from = at + 1;
    }
    // The rest is copied, because the owner may reuse the piece.
    this.#keep(Uint8Array.from(piece.subarray(from)));
  }

  /** Makes the checks that need the whole archive. */
  end(): VerifiedArchive {
    if (this.#begunBytes > 0) this.#lines++;
    return this.#begunBytes > 0 || !this.#verified
      ? this.#fail('format', 'The archive is not whole: its last line is missing.')
      : this.#verified;
  }

  #keep(part: Uint8Array): void {
    this.#begun.push(part);
    this.#begunBytes += part.length;
    if (this.#begunBytes <= archiveLineBytes) return;
    this.#lines++;
    this.#fail('format', `Line ${String(this.#lines)} is longer than ${String(archiveLineBytes)} bytes.`);
  }

  #fail(reason: FailureReason, message: string): never {
    throw new VerificationFailed(reason, message, { member: `line ${String(this.#lines)}` });
  }

  #takeLine(bytes: Uint8Array): void {
    this.#lines++;
    const value = this.#parse(bytes);
    if (this.#verified) this.#fail('format', 'There is a line behind the last one.');
    if (this.#chain && Object.hasOwn(value, 'seal')) {
      this.#verified = this.#close(value, this.#chain);
      return;
    }
    this.#digest.update(bytes).update('\n');
    if (this.#chain) this.#takePart(value, this.#chain);
    else this.#begin(value);
  }

  #parse(bytes: Uint8Array): Json {
    const line = `Line ${String(this.#lines)}`;
    let text: string;
    let value: unknown;
    try {
      text = this.#decoder.decode(bytes);
      value = JSON.parse(text);
    } catch {
      return this.#fail('format', `${line} is not JSON.`);
    }
    if (canonicalText(value) !== text || holdsDangerousText(text, value)) {
      this.#fail('format', `${line} is not as a service writes it, in canonical JSON.`);
    }
    return objectAt(value, line);
  }

  #begin(header: Json): void {
    const { format, version, sessionId } = header;
    if (format !== 'pairspace.archive') this.#fail('format', 'This is not a Pairspace archive.');
    if (version !== 1) this.#fail('format', `This archive has version ${JSON.stringify(version)}, not 1.`);
    onlyMembers(header, ['format', 'version', 'sessionId', 'seq', 'exportedAt'], 'The first line');
    textAt(header['exportedAt'], 'exportedAt');
    this.#header = header;
    this.#chain = new Chain(textAt(sessionId, 'sessionId'), this.#options.onProgress);
    this.#taker.begin(this.#chain.sessionId);
  }

  #takePart(value: Json, chain: Chain): void {
    const [[name, part] = [], ...others] = Object.entries(value);
    if (others.length > 0) this.#fail('format', `Line ${String(this.#lines)} has more than one part.`);
    if (name !== 'record' && this.#isPastLog) {
      this.#fail('order', `Line ${String(this.#lines)} stands behind a record. Events and contents come before.`);
    }
    switch (name) {
      case 'event':
        this.#takeEvent(part, chain);
        break;
      case 'content':
        this.#takeContent(objectAt(part, 'A content'));
        break;
      case 'record':
        this.#isPastLog = true;
        this.#taker.record(objectAt(part, 'A record'));
        break;
      default:
        this.#fail('format', `Line ${String(this.#lines)} is neither an event nor a content nor a record.`);
    }
  }

  #takeEvent(value: unknown, chain: Chain): void {
    const before = chain.hash;
    const event = chain.follow(value);
    this.#session.take(event, before);
    const data = objectAt(event['data'], `Event ${String(chain.seq)}`);
    const { path, contentHash } = data;
    if (event['event'] === 'file.updated') {
      this.#named.add(contentHash);
      this.#files.set(path, contentHash);
    } else if (event['event'] === 'file.deleted') this.#files.delete(path);
    this.#taker.event(event, canonicalText(data) ?? '');
  }

  #takeContent(content: Json): void {
    onlyMembers(content, ['hash', 'encoding', 'text'], 'A content');
    const { hash, encoding } = content;
    const text = textAt(content['text'], 'text');
    const bytes = encoding === 'base64' ? Buffer.from(text, 'base64') : Buffer.from(text);
    if (encoding === 'base64' ? bytes.toString('base64') !== text : encoding !== 'utf8') {
      this.#fail('format', `The content of line ${String(this.#lines)} is not in its encoding.`);
    }
    if (sha256(bytes) !== hash)
      this.#fail('file', `The content of line ${String(this.#lines)} does not have its hash.`);
    if (this.#contents.has(hash)) this.#fail('format', `The content of line ${String(this.#lines)} stands twice.`);
    this.#contents.add(hash);
    this.#taker.content({ hash, encoding, text } as ArchivedContent);
  }

  #close(last: Json, chain: Chain): VerifiedArchive {
    onlyMembers(last, ['checkpoint', 'key', 'digest', 'seal'], 'The last line');
    checkEnd(chain, { seq: this.#header['seq'] });
    const digest = this.#digest.digest('hex');
    if (last['digest'] !== digest) this.#fail('member', 'A line is not as it was written: the digest does not fit.');
    const key = keyOf(last['key'], this.#options.keys);
    const { signedAt } = checkCheckpoint(last['checkpoint'], chain, key);
    checkSeal(last['seal'], { ...proven(chain), digest }, key);
    for (const [path, hash] of this.#files) {
      if (!this.#contents.has(hash)) this.#fail('file', `The content of the file ${JSON.stringify(path)} is missing.`);
    }
    for (const hash of this.#contents) {
      if (!this.#named.has(hash)) this.#fail('file', `No event names the content ${String(hash)}.`);
    }
    const checkpoint = objectAt(last['checkpoint'], 'checkpoint');
    return { kind: 'archive', ...proven(chain), signedAt, key, checkpoint };
  }
}
