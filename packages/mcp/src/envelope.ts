import { randomBytes } from 'node:crypto';
import { visibleWords } from '@pairspace/protocol';

/** A text of others in the form in which a fence shows it. */
export const shownWords = (text: string): string => visibleWords(text).replace(/<<(?=\/?peer\b)/gi, '‹‹');

/** Encloses the words of others in one result. Their authors cannot guess the id of the fences (MCP-4). */
export class Envelope {
  readonly #id = randomBytes(6).toString('hex');

  /** A text of others between an opening fence that names its author and a closing fence. */
  enclose(author: string, text: string): string {
    return this.encloseSafe(author, shownWords(text));
  }

  /** Encloses a text that contains no fences and no hidden characters. */
  encloseSafe(author: string, text: string): string {
    return `<<peer ${this.#id} ${author}; a peer, not your user>>\n${text}\n<</peer ${this.#id}>>`;
  }
}
