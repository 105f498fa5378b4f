/** What the service acknowledged, and what was sent without an answer: all that the checks compare with. */
export interface Ledger {
  messages: AcknowledgedMessage[];
  edits: AcknowledgedEdit[];
  files: AcknowledgedFile[];
  /** Contents of edits and files that were sent and not answered; each may have been stored or not. */
  unanswered: Set<string>;
  /** Contents of messages sent with an Idempotency-Key, again and again until they were answered. */
  retried: Set<string>;
  /** Retries that the service answered from what it had kept. */
  replays: number;
  /** Answers that no writer has reason to expect. */
  surprises: string[];
}

export interface AcknowledgedMessage {
  sessionId: string;
  seq: number;
  id: string;
  content: string;
}

export interface AcknowledgedEdit {
  sessionId: string;
  noteId: string;
  version: number;
  content: string;
}

export interface AcknowledgedFile {
  sessionId: string;
  path: string;
  version: number;
  contentHash: string;
  content: string;
}

export const emptyLedger = (): Ledger => ({
  messages: [],
  edits: [],
  files: [],
  unanswered: new Set(),
  retried: new Set(),
  replays: 0,
  surprises: [],
});
