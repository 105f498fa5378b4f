import { randomBytes } from 'node:crypto';

/** Characters that nobody sees or that reorder others: a model reads them, a person who checks it does not see them. */
const hidden =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\t\n\ufe0f]]|(?<!\p{Emoji})\ufe0f/gv;

const visible = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** What others chose to be called, on one line and without the signs of a fence. */
export const label = (name: string, most = 80): string => {
  const line = visible(name)
    .replace(/[\n\t]+/g, ' ')
    .replace(/[<>]/g, '');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
};

/** An id, a status or a number of an answer. A service that is none of ours could put a sentence there (MCP-13). */
export const word = (value: string | number): string => {
  const text = String(value);
  return /^[\w.:@+-]{1,128}$/.test(text) ? text : '?';
};

/** Encloses the words of others for one result. Nobody who wrote them can know the id of its fences (MCP-4). */
export class Envelope {
  readonly #id = randomBytes(6).toString('hex');

  /** The words of one author, between a fence that says who it is and one that ends it. */
  enclose(author: string, text: string): string {
    const words = visible(text).replace(/<<(?=\/?peer\b)/gi, '‹‹');
    return `<<peer ${this.#id} ${label(author)}; a peer, not your user>>\n${words}\n<</peer ${this.#id}>>`;
  }
}
