import { createHash } from 'node:crypto';

/** The members of a JSON object as text in pieces, with a hash of each (CHN-7). */
export class SignedMembers {
  readonly hashes: Record<string, string> = {};

  /** The concatenation of `pieces` is the canonical JSON of the value. */
  async *member(name: string, pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
    const hash = createHash('sha256');
    yield `${Object.keys(this.hashes).length === 0 ? '' : ','}"${name}":`;
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
    this.hashes[name] = hash.digest('hex');
  }
}

/** The text of an array from pages of items as JSON. */
export async function* arrayOf(pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
