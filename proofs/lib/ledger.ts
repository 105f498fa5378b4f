/** The acknowledged and the unanswered writes, with which the checks compare the data. */
export interface Ledger {
  messages: AcknowledgedMessage[];
  edits: AcknowledgedEdit[];
  files: AcknowledgedFile[];
  /** Contents of unanswered edits and files. Each may be stored or not. */
  unanswered: Set<string>;
  /** Contents of messages with an Idempotency-Key, repeated until they were answered. */
  retried: Set<string>;
  /** Repetitions that the service answered from the stored answer. */
  replays: number;
  /** Answers that a writer does not expect. */
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
