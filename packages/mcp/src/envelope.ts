import { randomBytes } from 'node:crypto';
import { visibleWords } from '@pairspace/protocol';

/** Encloses the words of others in one result. Their authors cannot guess the id of the fences (MCP-4). */
export class Envelope {
  readonly #id = randomBytes(6).toString('hex');

  /**
   * A text of others between an opening fence that names its author and a closing fence. Parts of `author` that others
   * chose are a single word or in quotation marks.
   */
  enclose(author: string, text: string): string {
    return this.encloseSafe(author, visibleWords(text).replace(/<<(?=\/?peer\b)/gi, '‹‹'));
  }

  /** Encloses a text that contains no fences and no hidden characters. */
  encloseSafe(author: string, text: string): string {
    return `<<peer ${this.#id} ${author}; a peer, not your user>>\n${text}\n<</peer ${this.#id}>>`;
  }
}
