/** A map that forgets its oldest entry when it holds more than `most`. An entry that is set again is the newest. */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#most) for (const oldest of this.keys().take(1)) this.delete(oldest);
    return this;
  }
}
