import { invalid } from '@pairspace/protocol';

/** Deeper nesting has no use, and overflows the stack when it is serialised (API-13). */
const maxDepth = 64;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/**
 * After this number of plain bytes in a string, the engine's search replaces the loop, which is faster for short
 * strings.
 */
const nearBytes = 64;

/** Searches a piece for the end of a string or an escape. A distant result is searched only once. */
class FarSearch {
  readonly #chunk: Uint8Array;
  #quote = -1;
  #backslash = -1;

  constructor(chunk: Uint8Array) {
    this.#chunk = chunk;
  }

  /** The position of the next quote or backslash, or the end of the piece. */
  nextFrom(position: number): number {
    if (this.#quote < position) this.#quote = this.#find(quote, position);
    if (this.#backslash < position) this.#backslash = this.#find(backslash, position);
    return Math.min(this.#quote, this.#backslash);
  }

  #find(byte: number, from: number): number {
    const found = this.#chunk.indexOf(byte, from);
    return found === -1 ? this.#chunk.length : found;
  }
}

/**
 * Counts the values of a JSON text and their depth while its bytes arrive, and throws above a limit (NET-4). So a body
 * that is small in bytes and large in values is refused before it is parsed.
 */
export class JsonScan {
  readonly #maxValues: number;
  #values = 1;
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  constructor(maxValues: number) {
    this.#maxValues = maxValues;
  }

  /** The number of values so far. */
  get values(): number {
    return this.#values;
  }

  add(chunk: Uint8Array): void {
    let position = 0;
    while (position < chunk.length) {
      position = this.#inString ? this.#passString(chunk, position) : this.#passUntilString(chunk, position);
    }
  }

  #passString(chunk: Uint8Array, from: number): number {
    let position = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      position++;
    }
    const far = new FarSearch(chunk);
    let plain = 0;
    while (position < chunk.length) {
      if (plain === nearBytes) {
        position = far.nextFrom(position);
        plain = 0;
        continue;
      }
      const byte = chunk[position++];
      if (byte === quote) {
        this.#inString = false;
        return position;
      }
      plain++;
      if (byte !== backslash) continue;
      plain = 0;
      if (position++ === chunk.length) this.#isEscaped = true;
    }
    return chunk.length;
  }

  #passUntilString(chunk: Uint8Array, from: number): number {
    for (let position = from; position < chunk.length; position++) {
      switch (chunk[position]) {
        case quote:
          this.#inString = true;
          return position + 1;
        case openingBracket:
        case openingBrace:
          this.#countValue();
          if (++this.#depth > maxDepth) {
            throw invalid('body', `must not be nested deeper than ${String(maxDepth)} levels`);
          }
          break;
        case comma:
          this.#countValue();
          break;
        case closingBracket:
        case closingBrace:
          this.#depth--;
      }
    }
    return chunk.length;
  }

  #countValue(): void {
    if (++this.#values > this.#maxValues) {
      throw invalid('body', `must not hold more than ${String(this.#maxValues)} values`);
    }
  }
}
