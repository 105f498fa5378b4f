import type { EditedNote } from './edited-note.ts';
import { ReplyDraft } from './reply-draft.ts';

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
