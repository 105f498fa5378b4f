/** What is wrong with a document, for programs. */
export type FailureReason =
  /** It is no export or site, or a part of it has another shape. */
  | 'format'
  /** An event is missing, doubled, or in another place. */
  | 'order'
  /** An event is not as it was hashed, or does not follow the one before it. */
  | 'hash'
  /** The checkpoint is not of the newest event. */
  | 'checkpoint'
  /** A signature does not fit. */
  | 'signature'
  /** The signing key is none of those that are known. */
  | 'unknown_key'
  /** A message, note or file is not as the log has it. */
  | 'message'
  | 'note'
  | 'file'
  /** Another part of the document is not as the service made it. */
  | 'member';

interface Where {
  /** The first event that is wrong, or that says otherwise than the document. */
  seq?: number | undefined;
  /** The part of the document: a member of an export, a path of a site. */
  member?: string | undefined;
}

/** A document is not what the service made. The message names the first thing that is wrong (CHN-8). */
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
