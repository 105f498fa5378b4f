import { createHash, type Hash } from 'node:crypto';
import type { PublicKey } from '../checkpoints.ts';
import type { exportedParts } from '../session-parts.ts';
import { Chain, checkEnd } from './chain.ts';
import { type Counts, LoggedContents, versionTold } from './contents.ts';
import { JsonPieces, parsed } from './json-pieces.ts';
import { parseDocument } from './parse-document.ts';
import { holdsDangerousText } from './dangerous-text.ts';
import { LoggedSession } from './session.ts';
import { canonicalText, type Json, objectAt, textAt } from './shape.ts';
import { checkCheckpoint, checkManifest, keyOf, type KnownKey } from './signatures.ts';
import { VerificationFailed } from './verification-failed.ts';

/** The kind of an item that a taker gets from a list. `version` is a version of a note, which comes before its note. */
export type StreamedItem = 'files' | 'tasks' | 'job' | 'version' | 'note';

export interface ExportTaker {
  /** The session, which comes before all that belongs to it. */
  session: (session: Json) => void;
  /** The next item of a list; a note without its history. */
  item: (kind: StreamedItem, value: Json) => void;
  compute: (member: 'pool' | 'agentUsage', value: unknown) => void;
  /** The next event, after its place and its hash were checked; `data` is its entity as canonical JSON. */
  event: (event: Json, data: string) => void;
}

export interface StreamOptions {
  keys?: readonly KnownKey[] | undefined;
  /** The bounds of one value of the document. */
  mostBytes?: number;
  mostValues?: number;
}

/** The facts that a stream has proven. */
export interface StreamedExport extends Counts {
  sessionId: string;
  seq: number;
  hash: string;
  /** The checkpoint, and the key that signed it; null for an export without a signature. */
  signed: { checkpoint: Json; keyId: string } | null;
}

/** The lists of an export, by their paths. */
type ListPath = Exclude<keyof typeof exportedParts, 'compute'> | 'events' | 'notes[].history' | 'compute.jobs';

const apart: ReadonlySet<string> = new Set(['events', 'checkpoint', 'manifest']);
const needed = ['session', 'agents', 'messages', 'notes', 'files', 'compute', 'events'] as const;

const wrongFormat = (message: string, member?: string): never => {
  throw new VerificationFailed('format', message, { member });
};

const wrongForm = (path: string): never => wrongFormat(`The part "${path}" has another form than in an export.`, path);

/**
 * Verifies a JSON export while its bytes arrive (CHN-8, IMP-2). Its largest value and the number of its items bound the
 * memory. The parts must come in the order in which the service writes them: the contents before the log.
 */
export class ExportStream {
  readonly #taker: ExportTaker;
  readonly #keys: readonly KnownKey[] | undefined;
  readonly #pieces: JsonPieces;
  readonly #contents = new LoggedContents();
  readonly #sessionInLog = new LoggedSession();
  /** The hash of each member that a manifest covers. */
  readonly #members = new Map<string, string>();
  /** Members outside of any list. */
  readonly #values = new Map<string, unknown>();
  readonly #seen = new Set<string>();
  #isEnveloped = false;
  #hash: Hash | undefined;
  /** The objects and lists that are open. */
  readonly #frames: { separator: string; names: Set<string> }[] = [];
  #note: Record<string, unknown> = {};
  #history: ReturnType<typeof versionTold>[] = [];
  #chain: Chain | undefined;

  /** The reader of the items of each list; null: no reader compares them with the log. */
  readonly #lists: Readonly<Record<ListPath, ((item: unknown) => void) | null>> = {
    observers: null,
    messages: (item) => {
      this.#contents.message(item);
    },
    // The members of a note come one by one (`#takeOfNote`); an item that comes whole is no note.
    notes: () => {
      wrongForm('notes[]');
    },
    'notes[].history': (item) => {
      this.#history.push(versionTold(item));
      this.#taker.item('version', objectAt(item, 'A version of a note'));
    },
    files: (item) => {
      this.#contents.file(item);
      this.#taker.item('files', objectAt(item, 'A file'));
    },
    tasks: (item) => {
      this.#contents.task(item);
      this.#taker.item('tasks', objectAt(item, 'A task'));
    },
    asks: (item) => {
      this.#contents.ask(item);
    },
    'compute.jobs': (item) => {
      this.#contents.job(item);
      this.#taker.item('job', objectAt(item, 'A job'));
    },
    presence: null,
    events: (item) => {
      this.#takeEvent(item);
    },
  };

  constructor(taker: ExportTaker, { keys, mostBytes = 2 ** 26, mostValues = 2_000_000 }: StreamOptions = {}) {
    this.#taker = taker;
    this.#keys = keys;
    this.#pieces = new JsonPieces(
      {
        isSplit: (path, kind) => this.#isSplit(path, kind),
        open: (path, kind) => {
          this.#open(path, kind);
        },
        piece: (path, text) => {
          this.#piece(path, text);
        },
        close: (path, kind) => {
          this.#close(path, kind);
        },
      },
      { mostBytes, mostValues },
    );
  }

  write(chunk: Uint8Array): void {
    this.#pieces.write(chunk);
  }

  /** Makes the checks that need the whole export, and returns the proven facts. */
  end(): StreamedExport {
    this.#pieces.end();
    const chain = this.#chain;
    const missing = needed.find((name) => !this.#seen.has(name));
    if (missing !== undefined || !chain) return wrongFormat(`The part "${String(missing)}" is missing.`, missing);
    const session = objectAt(this.#values.get('session'), 'session');
    checkEnd(chain, { seq: this.#values.get('seq'), 'session.lastSeq': session['lastSeq'] });
    const key = this.#checkCheckpoint(chain);
    const counts = this.#contents.check();
    this.#sessionInLog.check(session, this.#values.get('agents'));
    const signed = key ? this.#checkMembers(chain, key) : null;
    return { sessionId: chain.sessionId, seq: chain.seq, hash: chain.hash, signed, ...counts };
  }

  /** The key that has signed the export; undefined for one without a signature. */
  #checkCheckpoint(chain: Chain): PublicKey | undefined {
    if (!this.#seen.has('manifest') && !this.#seen.has('checkpoint')) return undefined;
    const key = keyOf(objectAt(this.#values.get('manifest'), 'manifest'), this.#keys);
    checkCheckpoint(this.#values.get('checkpoint'), chain, key);
    return key;
  }

  #checkMembers(chain: Chain, key: PublicKey): StreamedExport['signed'] {
    const hashes = checkManifest('export', objectAt(this.#values.get('manifest'), 'manifest'), chain, key);
    for (const name of new Set([...this.#members.keys(), ...hashes.keys()])) {
      if (this.#members.get(name) === hashes.get(name)) continue;
      throw new VerificationFailed('member', `The part "${name}" is not as the service made it.`, { member: name });
    }
    return { checkpoint: objectAt(this.#values.get('checkpoint'), 'checkpoint'), keyId: key.kid };
  }

  /** The path within the export, without the envelope. */
  #inside(path: string): string {
    if (!this.#isEnveloped) return path;
    return path === 'data' ? '' : path.replace(/^data\./, '');
  }

  #isSplit(given: string, kind: 'object' | 'array'): boolean {
    if (given === '') return kind === 'object';
    if (given === 'data' && this.#isEnveloped) return kind === 'object';
    const path = this.#inside(given);
    if (kind === 'array') return this.#isList(path);
    return path === 'compute' || path === 'notes[]';
  }

  #open(given: string, kind: 'object' | 'array'): void {
    if (given === '' || (given === 'data' && this.#isEnveloped)) return;
    const path = this.#inside(given);
    this.#startMember(path);
    this.#startItem(path);
    this.#hash?.update(kind === 'object' ? '{' : '[');
    this.#frames.push({ separator: '', names: new Set() });
    if (path === 'notes[]') {
      this.#note = {};
      this.#history = [];
    }
  }

  #close(given: string, kind: 'object' | 'array'): void {
    if (given === '' || (given === 'data' && this.#isEnveloped)) return;
    const path = this.#inside(given);
    this.#frames.pop();
    this.#hash?.update(kind === 'object' ? '}' : ']');
    if (path === 'notes[]') {
      this.#contents.note(this.#note, this.#history);
      this.#taker.item('note', this.#note);
    }
    if (!path.includes('.') && !path.includes('[')) this.#endMember(path);
  }

  /** Records the name of a member of the export, which must come once and in the right order. */
  #startMember(name: string): void {
    if (name.includes('.') || name.includes('[')) return;
    if (this.#seen.has(name)) wrongFormat(`The name ${JSON.stringify(name)} stands twice in one object.`, name);
    if (this.#seen.size === 0 && name !== 'format') wrongFormat('This is not a Pairspace session export.');
    if (name !== 'format' && name !== 'version' && !this.#seen.has('version')) {
      wrongFormat('This is not a Pairspace session export.');
    }
    const needsSession = this.#isList(name) || name === 'compute';
    if (needsSession && !(this.#seen.has('session') && this.#seen.has('agents'))) {
      wrongFormat(
        `The part "${name}" stands before the session. The parts must stand as the service wrote them.`,
        name,
      );
    }
    const isOfSession = needsSession || name === 'session' || name === 'agents';
    if (this.#seen.has('events') && isOfSession && name !== 'events') {
      wrongFormat(`The part "${name}" stands after the log. The parts must stand as the service wrote them.`, name);
    }
    this.#seen.add(name);
    if (!apart.has(name)) this.#hash = createHash('sha256');
    if (name === 'events') {
      const session = objectAt(this.#values.get('session'), 'session');
      this.#chain = new Chain(textAt(session['id'], 'session.id'));
    }
  }

  #endMember(name: string): void {
    if (this.#hash) this.#members.set(name, this.#hash.digest('hex'));
    this.#hash = undefined;
  }

  /** Records the name of a part inside another part, which must come once, and hashes the separator and the name. */
  #startItem(path: string): void {
    const frame = this.#frames.at(-1);
    if (!frame) return;
    this.#hash?.update(frame.separator);
    frame.separator = ',';
    if (path.endsWith(']')) return;
    const name = JSON.stringify(path.slice(path.lastIndexOf('.') + 1));
    if (frame.names.has(name)) wrongFormat(`The name ${name} stands twice in one object.`, path);
    frame.names.add(name);
    this.#hash?.update(`${name}:`);
  }

  #piece(given: string, text: string): void {
    if (this.#passEnvelope(given, text)) return;
    const path = this.#inside(given);
    this.#startMember(path);
    this.#startItem(path);
    const value = this.#parse(path, text);
    this.#take(path, value);
    if (!path.includes('.') && !path.includes('[')) this.#endMember(path);
  }

  /** Returns whether a value is a part of the envelope, and throws for parts that do not belong there. */
  #passEnvelope(path: string, text: string): boolean {
    if (path === '') wrongFormat('This is not a Pairspace session export.');
    if (this.#isEnveloped) {
      if (path.startsWith('data.')) return false;
      throw new VerificationFailed(
        'member',
        `The envelope has a part ${JSON.stringify(path)} that does not belong there.`,
        {
          member: path,
        },
      );
    }
    if (this.#seen.size > 0 || path !== 'ok' || text !== 'true') return false;
    this.#isEnveloped = true;
    return true;
  }

  #parse(path: string, text: string): unknown {
    const value = parsed(text);
    const canonical = canonicalText(value);
    if (canonical === undefined) {
      const seq = path === 'events[]' ? (this.#chain?.seq ?? 0) + 1 : undefined;
      throw new VerificationFailed(
        seq === undefined ? 'format' : 'hash',
        `The part "${path}" holds what no service writes.`,
        {
          seq,
          member: path,
        },
      );
    }
    if (canonical !== text) parseDocument(text);
    if (holdsDangerousText(text, value)) {
      wrongFormat(`The part "${path}" holds NUL, half of a surrogate pair, or a name that is not allowed.`, path);
    }
    this.#hash?.update(canonical);
    return value;
  }

  #take(path: string, value: unknown): void {
    if (path.startsWith('compute.') && path !== 'compute.jobs[]') this.#takeOfPool(path, value);
    else if (path.startsWith('notes[].') && path !== 'notes[].history[]') this.#takeOfNote(path, value);
    else if (path.endsWith('[]')) this.#takeItem(path, value);
    else if (this.#isList(path) || path === 'compute' || path.includes('[')) {
      wrongForm(path);
    } else this.#takeMember(path, value);
  }

  #takeMember(path: string, value: unknown): void {
    if (path === 'format' && value !== 'pairspace.session') wrongFormat('This is not a Pairspace session export.');
    if (path === 'version' && value !== 1) {
      const version = JSON.stringify(value).slice(0, 20);
      wrongFormat(`This export has version ${version}. This service reads version 1.`, path);
    }
    if (path !== 'format' && path !== 'version') this.#values.set(path, value);
    if ((path !== 'session' && path !== 'agents') || !this.#values.has('session') || !this.#values.has('agents'))
      return;
    this.#taker.session(objectAt(this.#values.get('session'), 'session'));
  }

  #takeOfPool(path: string, value: unknown): void {
    if (path === 'compute.pool') this.#taker.compute('pool', value);
    else if (path === 'compute.agentUsage') this.#taker.compute('agentUsage', value);
    else this.#values.set(path, value);
  }

  #takeOfNote(path: string, value: unknown): void {
    this.#note[path.slice('notes[].'.length)] = value;
  }

  #isList(path: string): path is ListPath {
    return Object.hasOwn(this.#lists, path);
  }

  #takeItem(path: string, value: unknown): void {
    const list = path.slice(0, -'[]'.length);
    if (!this.#isList(list)) return wrongForm(path);
    this.#lists[list]?.(value);
  }

  #takeEvent(value: unknown): void {
    const chain = this.#chain;
    if (!chain) return;
    const before = chain.hash;
    const event = chain.follow(value);
    this.#contents.take(event);
    this.#sessionInLog.take(event, before);
    this.#taker.event(event, canonicalText(event['data']) ?? '');
  }
}
