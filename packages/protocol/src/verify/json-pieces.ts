import { findInexactNumber, inexactMessage } from '../inexact-number.ts';
import { shownPath } from '../issues.ts';
import { VerificationFailed } from './verification-failed.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/** After this number of bytes in a string, the engine's search replaces the loop, which is faster for short strings. */
const nearBytes = 64;
const maxNameBytes = 4096;
/** A body has at most 64 levels (API-13). An event nests the entity that was made from the body some levels deeper. */
const maxDepth = 72;

export interface PieceTaker {
  /** Whether the members of the object, or the items of the array, at this path are taken one by one. */
  isSplit: (path: string, kind: 'object' | 'array') => boolean;
  open: (path: string, kind: 'object' | 'array') => void;
  /** A whole value as JSON text. */
  piece: (path: string, text: string) => void;
  close: (path: string, kind: 'object' | 'array') => void;
}

interface Frame {
  kind: 'object' | 'array';
  path: string;
  /** The name of the member whose value comes next. */
  name: string;
}

type State = 'value' | 'first' | 'name' | 'in name' | 'colon' | 'after' | 'piece' | 'scalar' | 'done';

const notJson = (): never => {
  throw new VerificationFailed('format', 'The document is not JSON.');
};

/**
 * Splits a JSON document, which comes in chunks, into values that are small enough to be parsed one by one. The largest
 * value bounds the memory. Paths are those of members, with `[]` for an item: `notes[].history[]`.
 */
export class JsonPieces {
  readonly #taker: PieceTaker;
  readonly #mostBytes: number;
  readonly #mostValues: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #frames: Frame[] = [];
  #state: State = 'value';
  /** The bytes of the present name or value from earlier chunks. */
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #depth = 0;
  #values = 0;
  #inString = false;
  #isEscaped = false;

  constructor(taker: PieceTaker, { mostBytes, mostValues }: { mostBytes: number; mostValues: number }) {
    this.#taker = taker;
    this.#mostBytes = mostBytes;
    this.#mostValues = mostValues;
  }

  write(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      switch (this.#state) {
        case 'piece':
          at = this.#capture(chunk, at, this.#endOfPiece(chunk, at));
          break;
        case 'scalar':
          at = this.#capture(chunk, at, endOfScalar(chunk, at));
          break;
        case 'in name':
          at = this.#captureName(chunk, at);
          break;
        default:
          at = this.#passMark(chunk, at);
      }
    }
  }

  /** Throws when the document is not whole. */
  end(): void {
    if (this.#state === 'done') return;
    throw new VerificationFailed('format', 'The document ends before it is whole.');
  }

  #passMark(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    const frame = this.#frames.at(-1);
    switch (this.#state) {
      case 'first':
        if (byte === (frame?.kind === 'object' ? closingBrace : closingBracket)) return this.#close(at);
        this.#state = frame?.kind === 'object' ? 'name' : 'value';
        return at;
      case 'name':
        if (byte !== quote) notJson();
        this.#state = 'in name';
        this.#begin();
        return at;
      case 'colon':
        if (byte !== colon) notJson();
        this.#state = 'value';
        return at + 1;
      case 'after':
        if (byte === comma) this.#state = frame?.kind === 'object' ? 'name' : 'value';
        else if (byte === (frame?.kind === 'object' ? closingBrace : closingBracket)) return this.#close(at);
        else notJson();
        return at + 1;
      case 'value':
        return this.#openValue(byte, at);
      default:
        throw new VerificationFailed('format', 'There is something after the end of the document.');
    }
  }

  #openValue(byte: number, at: number): number {
    const path = this.#path();
    const kind = byte === openingBrace ? 'object' : byte === openingBracket ? 'array' : undefined;
    if (kind && this.#taker.isSplit(path, kind)) {
      this.#taker.open(path, kind);
      this.#frames.push({ kind, path, name: '' });
      this.#state = 'first';
      return at + 1;
    }
    this.#state = kind || byte === quote ? 'piece' : 'scalar';
    this.#begin();
    return at;
  }

  #close(at: number): number {
    const frame = this.#frames.pop();
    if (frame) this.#taker.close(frame.path, frame.kind);
    this.#state = this.#frames.length === 0 ? 'done' : 'after';
    return at + 1;
  }

  #path(): string {
    const frame = this.#frames.at(-1);
    if (!frame) return '';
    if (frame.kind === 'array') return `${frame.path}[]`;
    return frame.path === '' ? frame.name : `${frame.path}.${frame.name}`;
  }

  #begin(): void {
    this.#parts = [];
    this.#bytes = 0;
    this.#depth = 0;
    this.#values = 0;
    this.#inString = false;
    this.#isEscaped = false;
  }

  /** Takes the bytes up to `end`; -1: the value goes on after this chunk. */
  #capture(chunk: Uint8Array, at: number, end: number): number {
    const text = this.#collect(chunk, at, end, this.#mostBytes);
    if (text === undefined) return chunk.length;
    const path = this.#path();
    this.#state = this.#frames.length === 0 ? 'done' : 'after';
    this.#taker.piece(path, text);
    return end;
  }

  #captureName(chunk: Uint8Array, at: number): number {
    const end = this.#endOfPiece(chunk, at);
    const text = this.#collect(chunk, at, end, maxNameBytes);
    if (text === undefined) return chunk.length;
    const name = parsed(text) as string;
    // A name with these characters could imitate the path of an inner part.
    if (name === '' || /[.[\]]/.test(name)) {
      throw new VerificationFailed('format', `There is a part ${JSON.stringify(name)} that no service writes.`, {
        member: name,
      });
    }
    const frame = this.#frames.at(-1);
    if (frame) frame.name = name;
    this.#state = 'colon';
    return end;
  }

  #collect(chunk: Uint8Array, at: number, end: number, mostBytes: number): string | undefined {
    const part = chunk.subarray(at, end === -1 ? chunk.length : end);
    this.#bytes += part.length;
    if (this.#bytes > mostBytes) {
      throw new VerificationFailed('format', `A value is larger than ${String(mostBytes)} bytes.`, {
        member: this.#path(),
      });
    }
    if (end === -1) {
      // The part is copied, because the owner may reuse the chunk.
      this.#parts.push(Uint8Array.from(part));
      return undefined;
    }
    const bytes = this.#parts.length === 0 ? part : Buffer.concat([...this.#parts, part]);
    this.#parts = [];
    try {
      return this.#decoder.decode(bytes);
    } catch {
      throw new VerificationFailed('format', 'The document is not UTF-8.');
    }
  }

  /** The end of an object, an array or a string that began at or before `at`; -1 if it is not in this chunk. */
  #endOfPiece(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length) {
      if (this.#inString) {
        at = this.#passString(chunk, at);
        if (this.#isPastString()) return at;
        continue;
      }
      const byte = chunk[at++];
      switch (byte) {
        case quote:
          this.#inString = true;
          break;
        case openingBracket:
        case openingBrace:
          this.#count();
          if (++this.#depth > maxDepth) this.#refuse(`is nested deeper than ${String(maxDepth)} levels`);
          break;
        case comma:
          this.#count();
          break;
        case closingBracket:
        case closingBrace:
          if (--this.#depth === 0) return at;
      }
    }
    return -1;
  }

  #isPastString(): boolean {
    return !this.#inString && this.#depth === 0;
  }

  #count(): void {
    if (++this.#values > this.#mostValues) this.#refuse(`holds more than ${String(this.#mostValues)} values`);
  }

  #refuse(why: string): never {
    const path = this.#path();
    throw new VerificationFailed('format', `A value in the part "${path}" ${why}.`, { member: path });
  }

  /** Passes the rest of a string. */
  #passString(chunk: Uint8Array, from: number): number {
    let at = from;
    let plain = 0;
    while (at < chunk.length) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        at++;
        continue;
      }
      if (plain === nearBytes) {
        at = nextMark(chunk, at);
        plain = 0;
        continue;
      }
      const byte = chunk[at++];
      plain++;
      if (byte === quote) {
        this.#inString = false;
        return at;
      }
      if (byte === backslash) this.#isEscaped = true;
    }
    return at;
  }
}

const farBytes = 4096;

/** The next quote or backslash, or the end of the span that is searched: a distant mark is searched for in steps. */
const nextMark = (chunk: Uint8Array, from: number): number => {
  const end = Math.min(chunk.length, from + farBytes);
  const span = chunk.subarray(from, end);
  const found = span.indexOf(quote);
  const before = found === -1 ? span : span.subarray(0, found);
  const escape = before.indexOf(backslash);
  return escape === -1 ? from + before.length : from + escape;
};

/** The end of a number, `true`, `false` or `null`; -1 if it is not in this chunk. */
const endOfScalar = (chunk: Uint8Array, from: number): number => {
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at] ?? 0;
    if (byte === comma || byte === closingBracket || byte === closingBrace || byte <= 0x20) return at;
  }
  return -1;
};

/** Parses a value of the document; throws `VerificationFailed` if the text is not JSON. */
export const parsed = (text: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return notJson();
  }
  const path = findInexactNumber(text);
  if (!path) return value;
  throw new VerificationFailed('format', `The number at ${shownPath(path) || 'the top'} of a part ${inexactMessage}.`);
};
