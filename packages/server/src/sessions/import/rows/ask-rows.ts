import { type Ask, askAfterImport, askLimits, canonicalJson } from '@pairspace/protocol';
import { refuse } from './refuse.ts';
import { type RowBuffer, timeOf } from './row-buffer.ts';

/** Checks that the states of asks follow each other, and withdraws the open ones at an import. */
export class AskRows {
  readonly #buffer: RowBuffer;
  readonly #open = new Map<string, Ask>();
  readonly #ended = new Set<string>();

  constructor(buffer: RowBuffer) {
    this.#buffer = buffer;
  }

  changed(ask: Ask, seq: number): void {
    const isNew = !this.#open.has(ask.id) && !this.#ended.has(ask.id);
    if (this.#ended.has(ask.id) || (isNew && ask.status !== 'open')) {
      refuse(`Event ${String(seq)} has an ask that does not follow from the events before.`, seq);
    }
    if (ask.status === 'open') this.#open.set(ask.id, ask);
    else this.#end(ask);
    if (this.#open.size > askLimits.open) {
      refuse(`Event ${String(seq)} has one open ask more than there may be.`, seq);
    }
  }

  /** An import at `seq` withdraws the open asks, without events of their own. */
  imported(seq: number, at: string): void {
    for (const open of [...this.#open.values()]) {
      const ask = askAfterImport(open, { seq, at });
      this.#end(ask);
      this.#buffer.keepState(seq, {
        kind: 'ask',
        id: ask.id,
        endedAt: timeOf(ask.endedAt),
        data: canonicalJson(ask),
      });
    }
  }

  #end({ id }: Ask): void {
    this.#open.delete(id);
    this.#ended.add(id);
  }
}
