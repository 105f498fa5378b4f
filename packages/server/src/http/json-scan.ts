import { invalid } from '@pairspace/protocol';

/** Deeper nesting serves nobody and overflows the stack of whoever writes it out again (API-13). */
const maxDepth = 64;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/**
 * Counts the values of a JSON text and their depth while its bytes arrive, and throws when there are too many (NET-4).
 * So a body that is small in bytes and costly in values is refused before anything is made of it.
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

  /** So many so far. */
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
    // The engine finds a byte faster than a loop does. Each of the two is looked for again only when it was passed.
    let end = chunk.indexOf(quote, position);
    let escape = chunk.indexOf(backslash, position);
    while (escape !== -1 && (end === -1 || escape < end)) {
      position = escape + 2;
      if (position > chunk.length) this.#isEscaped = true;
      if (end !== -1 && end < position) end = chunk.indexOf(quote, position);
      escape = chunk.indexOf(backslash, position);
    }
    if (end === -1) return chunk.length;
    this.#inString = false;
    return end + 1;
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
