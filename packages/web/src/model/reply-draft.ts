import type { Message } from '@pairspace/protocol';
import { Store } from '../lib/use-store.ts';

/** The messages that this person is writing. They stay when their fields go, as at a past moment. */
export class ReplyDraft extends Store {
  /** The message to which the next message at the end of the log replies. */
  to: Message | undefined;
  readonly #texts = new Map<string | undefined, string>();

  answer(message: Message | undefined): void {
    this.to = message;
    this.changed();
  }

  /** The text in the field of a thread, or without a thread in the field at the end of the log. */
  textIn(threadId: string | undefined): string {
    return this.#texts.get(threadId) ?? '';
  }

  write(threadId: string | undefined, text: string): void {
    this.#texts.set(threadId, text);
    this.changed();
  }
}
