import type { Message } from '@pairspace/protocol';
import { markEvery } from '../../../events/mark-messages.ts';
import type { MessageColumns } from '../../../events/event-row.ts';
import { refuse } from './refuse.ts';
import type { RowBuffer } from './row-buffer.ts';

export class MessageRows {
  readonly #buffer: RowBuffer;
  readonly #seqOfMessage = new Map<string, number>();
  readonly #threadOfReply = new Map<number, number>();

  constructor(buffer: RowBuffer) {
    this.#buffer = buffer;
  }

  /** Takes the next message, and returns its columns. */
  take({ id, msgType, replyTo, mentions }: Message, seq: number): MessageColumns {
    if (this.#seqOfMessage.has(id)) refuse(`Event ${String(seq)} has the id of an earlier message.`, seq);
    this.#seqOfMessage.set(id, seq);
    const replied = replyTo === null ? undefined : this.#seqOfMessage.get(replyTo);
    const thread = replied === undefined ? undefined : (this.#threadOfReply.get(replied) ?? replied);
    if (thread !== undefined) this.#threadOfReply.set(seq, thread);
    return {
      msg_type: msgType,
      named: mentions.length === 0 ? null : JSON.stringify(mentions),
      reply_seq: replied ?? null,
      thread_seq: thread ?? null,
    };
  }

  /**
   * Stores the number of earlier messages at every 256th event. The caller takes the message of that event afterwards.
   */
  mark(seq: number): void {
    if (seq % markEvery === 0) this.#buffer.put('message_mark', { seq, messages: this.#seqOfMessage.size });
  }
}
