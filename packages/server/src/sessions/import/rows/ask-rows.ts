import { type Ask, askAfterImport, askLimits, canonicalJson } from '@pairspace/protocol';
import { refuse } from './refuse.ts';
import { ids, type RowBuffer, timeOf } from './row-buffer.ts';

/**
 * Makes the row of an ask when the ask ends, and keeps the ask in memory until then, because only few asks are open at
 * once.
 */
export class AskRows {
  readonly #buffer: RowBuffer;
  readonly #open = new Map<string, { ask: Ask; createdSeq: number }>();
  readonly #ended = new Set<string>();

  constructor(buffer: RowBuffer) {
    this.#buffer = buffer;
  }

  changed(ask: Ask, seq: number): void {
    const createdSeq = this.#open.get(ask.id)?.createdSeq ?? (ask.status === 'open' ? seq : undefined);
    if (!ids.ask.test(ask.id) || createdSeq === undefined || this.#ended.has(ask.id)) {
      refuse(`Event ${String(seq)} has an ask that does not follow from the events before.`, seq);
    } else if (ask.status === 'open') {
      this.#open.set(ask.id, { ask, createdSeq });
      if (this.#open.size > askLimits.open) {
        refuse(`Event ${String(seq)} has one open ask more than there may be.`, seq);
      }
    } else this.#end(ask, createdSeq);
  }

  /** An import at `seq` withdraws the open asks, without events of their own. */
  imported(seq: number, at: string): void {
    for (const { ask, createdSeq } of [...this.#open.values()]) this.#end(askAfterImport(ask, { seq, at }), createdSeq);
  }

  #end(ask: Ask, createdSeq: number): void {
    this.#open.delete(ask.id);
    this.#ended.add(ask.id);
    this.#buffer.put('entity', {
      kind: 'ask',
      id: ask.id,
      created_seq: createdSeq,
      seq: ask.seq,
      ended_at: timeOf(ask.endedAt),
      data: canonicalJson(ask),
    });
  }
}
