/** The defect of a document, for programs. */
export type FailureReason =
  /** The document is not an export or a site, or a part of it has another shape. */
  | 'format'
  /** An event is missing, duplicated or misplaced. */
  | 'order'
  /** The hash of an event is wrong, or does not follow from the event before. */
  | 'hash'
  /** The checkpoint does not belong to the newest event. */
  | 'checkpoint'
  /** A signature is invalid. */
  | 'signature'
  /** The signing key is not among the known keys. */
  | 'unknown_key'
  /** A message, note, file, task, ask or job differs from the log. */
  | 'message'
  | 'note'
  | 'file'
  | 'task'
  | 'ask'
  | 'job'
  /** Another part of the document was altered. */
  | 'member';

interface Where {
  /** The first invalid event, or the first event that contradicts the document. */
  seq?: number | undefined;
  /** The invalid part: a member of an export, a path of a site. */
  member?: string | undefined;
}

/** The document differs from the one that the service made. The message names the first difference (CHN-8). */
export class VerificationFailed extends Error {
  override readonly name = 'VerificationFailed';
  readonly reason: FailureReason;
  readonly seq: number | undefined;
  readonly member: string | undefined;

  constructor(reason: FailureReason, message: string, { seq, member }: Where = {}) {
    super(message);
    this.reason = reason;
    this.seq = seq;
    this.member = member;
  }
}
