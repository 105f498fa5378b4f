import type { Message } from '@pairspace/protocol';
import { Store } from '../lib/use-store.ts';

/** The unsent messages of this person. They outlive their fields, which are hidden at a past moment. */
export class ReplyDraft extends Store {
  /** The message that the next message at the end of the log answers. */
  to: Message | undefined;
  readonly #texts = new Map<string | undefined, string>();

  answer(message: Message | undefined): void {
    this.to = message;
    this.changed();
  }

  /** The text in the field of a thread, or in the field at the end of the log. */
  textIn(threadId: string | undefined): string {
    return this.#texts.get(threadId) ?? '';
  }

  write(threadId: string | undefined, text: string): void {
    this.#texts.set(threadId, text);
    this.changed();
  }
}
