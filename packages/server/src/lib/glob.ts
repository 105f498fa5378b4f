/** Thrown when patterns of strangers have taken as much time as they may. */
export class TooCostly extends Error {}

/** A glob, taken apart: segments, and of those that hold `*` or `?` their characters. */
type Segment = string | readonly string[];

const anySegments = '**';

const compile = (glob: string): Segment[] =>
  glob.split('/').map((segment) => (segment !== anySegments && /[*?]/.test(segment) ? Array.from(segment) : segment));

/**
 * Globs: `*` and `?` within a segment, `**` for any number of segments. Written for patterns of strangers, where
 * regular expressions and braces can take forever: all matching together takes `steps` comparisons at most, and then
 * throws `TooCostly`.
 */
export class Globs {
  readonly #globs: readonly Segment[][];
  #steps: number;

  constructor(globs: readonly string[], steps: number) {
    this.#globs = globs.map(compile);
    this.#steps = steps;
  }

  /** Whether any of them matches this path. */
  matches(path: string): boolean {
    const segments = path.split('/');
    return this.#globs.some((glob) =>
      this.#match(segments, glob, anySegments, (segment, wanted) =>
        typeof wanted === 'string'
          ? segment === wanted
          : this.#match(Array.from(segment), wanted, '*', (character, one) => one === '?' || one === character),
      ),
    );
  }

  /** Goes through both at once; when it fails, the last star takes one more. Earlier stars never need to. */
  #match<Wanted extends Segment>(
    items: readonly string[],
    pattern: readonly Wanted[],
    star: string,
    fits: (item: string, wanted: Wanted) => boolean,
  ): boolean {
    let place = 0;
    let wanted = 0;
    let lastStar: { wanted: number; place: number } | undefined;
    while (place < items.length) {
      if (--this.#steps < 0) throw new TooCostly('these globs take too long to match');
      const next = pattern[wanted];
      if (next === star) {
        lastStar = { wanted, place };
        wanted++;
      } else if (next !== undefined && fits(items[place] ?? '', next)) {
        place++;
        wanted++;
      } else if (lastStar) {
        lastStar.place++;
        place = lastStar.place;
        wanted = lastStar.wanted + 1;
      } else return false;
    }
    while (pattern[wanted] === star) wanted++;
    return wanted === pattern.length;
  }
}
