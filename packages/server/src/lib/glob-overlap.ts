import { anySegments, compileGlob, type Segment, TooCostly } from './glob.ts';

/**
 * Whether one path could match a glob of each of two lists. All comparisons together take at most `steps` steps, and
 * then throw `TooCostly`.
 */
export class GlobOverlap {
  #steps: number;
  /** Globs that were already split, because the same list is compared with many others. */
  readonly #compiled = new Map<string, readonly Segment[]>();

  constructor(steps: number) {
    this.#steps = steps;
  }

  anyOverlap(globs: readonly string[], others: readonly string[]): boolean {
    const compiled = this.#compile(others);
    return this.#compile(globs).some((one) =>
      compiled.some((other) => this.#overlap(one, other, anySegments, (a, b) => this.#overlapIn(a, b))),
    );
  }

  #compile(globs: readonly string[]): (readonly Segment[])[] {
    this.#spend(globs.length);
    return globs.map((glob) => {
      const known = this.#compiled.get(glob);
      if (known) return known;
      this.#spend(glob.length);
      const segments = compileGlob(glob);
      this.#compiled.set(glob, segments);
      return segments;
    });
  }

  #spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new TooCostly('these globs take too long to compare');
  }

  #overlapIn(one: Segment, other: Segment): boolean {
    if (typeof one === 'string' && typeof other === 'string') return one === other;
    this.#spend(one.length + other.length);
    return this.#overlap(Array.from(one), Array.from(other), '*', (a, b) => a === b || a === '?' || b === '?');
  }

  /**
   * Whether some text matches both patterns. `reached` marks the positions in `other` up to which a text can match that
   * also matches the items of `one` so far.
   */
  #overlap<Item extends Segment>(
    one: readonly Item[],
    other: readonly Item[],
    star: string,
    fits: (a: Item, b: Item) => boolean,
  ): boolean {
    const isStar = (items: readonly Item[], at: number): boolean => items[at] === star;
    const reach = (places: boolean[], at: number): void => {
      for (let place = at; !places[place]; place++) {
        places[place] = true;
        if (!isStar(other, place)) break;
      }
    };
    let reached: boolean[] = [];
    reach(reached, 0);
    for (const [index, item] of one.entries()) {
      this.#spend(other.length + 1);
      const next: boolean[] = [];
      let isAny = false;
      for (let place = 0; place <= other.length; place++) {
        const here = reached[place] === true;
        isAny ||= here;
        if (isStar(one, index)) {
          if (isAny) reach(next, place);
        } else if (here && isStar(other, place)) reach(next, place);
        else {
          const wanted = other[place];
          if (here && wanted !== undefined && fits(item, wanted)) reach(next, place + 1);
        }
      }
      if (next.length === 0) return false;
      reached = next;
    }
    return reached[other.length] === true;
  }
}
