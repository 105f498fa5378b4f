/** Thrown when matching patterns of strangers exceeds its budget. */
export class TooCostly extends Error {}

/** A segment of a parsed glob: `**` and plain segments as text, other segments with `*` or `?` as characters. */
export type Segment = string | readonly string[];

export const anySegments = '**';

/** Splits a glob into segments. */
export const compileGlob = (glob: string): Segment[] =>
  glob.split('/').map((segment) => (segment !== anySegments && /[*?]/.test(segment) ? Array.from(segment) : segment));

/**
 * Globs: `*` and `?` within a segment, `**` for any number of segments. The class is made for patterns of strangers,
 * with which regular expressions and braces can take forever. All matching together takes at most `steps` steps, and
 * then throws `TooCostly`. Each comparison is a step, and so is each segment and each character into which a path is
 * split.
 */
export class Globs {
  readonly #globs: readonly Segment[][];
  #steps: number;

  constructor(globs: readonly string[], steps: number) {
    this.#globs = globs.map(compileGlob);
    this.#steps = steps;
  }

  /** Whether a glob matches this path. */
  matches(path: string): boolean {
    const segments = path.split('/');
    this.#spend(segments.length);
    return this.matchesSegments(segments);
  }

  /** Like `matches`, for a path that is already split into segments. */
  matchesSegments(segments: readonly string[]): boolean {
    return this.#globs.some((glob) =>
      this.#match(segments, glob, anySegments, (segment, wanted) =>
        typeof wanted === 'string'
          ? segment === wanted
          : this.#match(this.#charactersOf(segment), wanted, '*', (character, one) => one === '?' || one === character),
      ),
    );
  }

  #charactersOf(segment: string): string[] {
    this.#spend(segment.length);
    return Array.from(segment);
  }

  #spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new TooCostly('these globs take too long to match');
  }

  /** Compares both sequences. After a mismatch the last star takes one more item; earlier stars never need to. */
  #match<Pattern extends Segment>(
    items: readonly string[],
    pattern: readonly Pattern[],
    star: string,
    fits: (item: string, wanted: Pattern) => boolean,
  ): boolean {
    let place = 0;
    let wanted = 0;
    let lastStar: { wanted: number; place: number } | undefined;
    while (place < items.length) {
      this.#spend(1);
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
