import type { EditedNote } from './edited-note.ts';
import type { Message } from '@pairspace/protocol';
import { createSendOnce } from '../lib/send-once.ts';
import { Store } from '../lib/use-store.ts';

/** The unsent messages and answers of this person. They outlive their fields, which are hidden at a past moment. */
class ReplyDraft extends Store {
  /** The message that the next message at the end of the log answers. */
  to: Message | undefined;
  /** Sends a message once. An empty field forgets a lost message, because the same text may be meant again later. */
  sendOnce = createSendOnce();
  readonly #texts = new Map<string | undefined, string>();

  get isEmpty(): boolean {
    return this.to === undefined && this.#texts.size === 0;
  }

  answer(message: Message | undefined): void {
    this.to = message;
    this.changed();
  }

  /** The text in the field of a thread or an ask; undefined: in the field at the end of the log. */
  textIn(id: string | undefined): string {
    return this.#texts.get(id) ?? '';
  }

  write(id: string | undefined, text: string): void {
    if (text === '') {
      this.#texts.delete(id);
      this.sendOnce = createSendOnce();
    } else this.#texts.set(id, text);
    this.changed();
  }
}

/** The texts that this person has begun in a session, and has neither sent nor saved. */
export interface Drafts {
  readonly reply: ReplyDraft;
  /** The notes that this person edits, by id. */
  readonly editedNotes: Map<string, EditedNote>;
}

const kept = new Map<string, Drafts>();

/** The drafts of a session. They outlive its view, which goes when the page of an ask is opened. */
export const draftsOf = (sessionId: string): Drafts => {
  for (const [id, { reply, editedNotes }] of kept)
    if (id !== sessionId && reply.isEmpty && editedNotes.size === 0) kept.delete(id);
  const drafts = kept.get(sessionId) ?? { reply: new ReplyDraft(), editedNotes: new Map() };
  kept.set(sessionId, drafts);
  return drafts;
};
