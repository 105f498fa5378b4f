/** The used part of a limit, in total and by each sharer. */
export class SharedUsage {
  total = 0;
  readonly #parts = new Map<string, number>();

  /**
   * Whether `amount` fits for a sharer. Above the limit, up to twice the limit, a sharer with less than an equal share
   * still gets its amount, so that a sharer that takes everything does not lock out the others.
   */
  hasRoom(sharer: string, amount: number, limit: number): boolean {
    if (this.total + amount <= limit) return true;
    if (this.total + amount > 2 * limit) return false;
    const own = this.#parts.get(sharer) ?? 0;
    const sharers = this.#parts.size + (own > 0 ? 0 : 1);
    return own + amount <= Math.max(amount, limit / sharers);
  }

  change(sharer: string, by: number): void {
    this.total += by;
    const part = (this.#parts.get(sharer) ?? 0) + by;
    if (part > 0) this.#parts.set(sharer, part);
    else this.#parts.delete(sharer);
  }
}
