import type { Message } from '@pairspace/protocol';
import { Store } from '../lib/use-store.ts';

/** The message to which the next message of this person replies. */
export class ReplyDraft extends Store {
  to: Message | undefined;

  answer(message: Message | undefined): void {
    this.to = message;
    this.changed();
  }
}
