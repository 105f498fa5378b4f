import { randomBytes } from 'node:crypto';
import { visibleWords } from '@pairspace/protocol';

/** Encloses the words of others for one result. Nobody who wrote them can know the id of its fences (MCP-4). */
export class Envelope {
  readonly #id = randomBytes(6).toString('hex');

  /**
   * The words of others, between a fence that says whose they are and one that ends it. `author` is put together here: what
   * others chose stands in it as a single word or in quotation marks.
   */
  enclose(author: string, text: string): string {
    return this.encloseSafe(author, visibleWords(text).replace(/<<(?=\/?peer\b)/gi, '‹‹'));
  }

  /** The same for a text in which no fence stands and nothing is hidden. */
  encloseSafe(author: string, text: string): string {
    return `<<peer ${this.#id} ${author}; a peer, not your user>>\n${text}\n<</peer ${this.#id}>>`;
  }
}
