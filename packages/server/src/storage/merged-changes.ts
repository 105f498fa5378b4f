import type { MergedChange } from './storage.ts';

type AnyChange = MergedChange<unknown>;

/** Changes of rows that wait to be written, one for each row. */
export class MergedChanges {
  readonly #changes = new Map<string, AnyChange>();

  get size(): number {
    return this.#changes.size;
  }

  add(added: AnyChange): void {
    this.#add(`${added.kind} ${added.row}`, added);
  }

  addAll(others: MergedChanges): void {
    for (const [key, change] of others.#changes) this.#add(key, change);
  }

  #add(key: string, added: AnyChange): void {
    const present = this.#changes.get(key);
    this.#changes.set(key, present ? { ...added, change: added.merge(present.change, added.change) } : added);
  }

  /** The changes of a kind, or all, in the order in which rows are written. */
  inOrder(kind?: string): AnyChange[] {
    return [...this.#changes]
      .filter(([, change]) => kind === undefined || change.kind === kind)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, change]) => change);
  }

  delete(kind: string): void {
    for (const [key, change] of this.#changes) if (change.kind === kind) this.#changes.delete(key);
  }

  clear(): void {
    this.#changes.clear();
  }
}
