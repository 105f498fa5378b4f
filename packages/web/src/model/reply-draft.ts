import type { Message } from '@pairspace/protocol';
import { Store } from '../lib/use-store.ts';

/** The message that is answered by what a person writes next. */
export class ReplyDraft extends Store {
  to: Message | undefined;

  answer(message: Message | undefined): void {
    this.to = message;
    this.changed();
  }
}
