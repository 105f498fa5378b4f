/** The HTTP status of each error code (ERR-1). */
export const statusOfCode = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/** The meaning of each code for the caller. */
export const codeMeanings: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR:
    'Body, query, path or a header has the wrong shape; `details.issues` lists the errors with their places.',
  UNAUTHORIZED: 'No token where one is needed, or a token that is not known.',
  FORBIDDEN:
    'A known token that may not do this, a wrong or expired invite code, or a protected agentId without its key.',
  NOT_FOUND: 'The entity does not exist, or the route does not.',
  METHOD_NOT_ALLOWED: 'The path is known, but not with this method; the header `Allow` names those that are.',
  CONFLICT: 'The present state does not allow it; `details.reason` gives the reason.',
  PAYLOAD_TOO_LARGE:
    'A text is above its size limit, `details.limitBytes`, or a body holds too many values, `details.limitValues`.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not plain `application/json`.',
  IDEMPOTENCY_MISMATCH: 'This `Idempotency-Key` was used before with another body.',
  RATE_LIMITED:
    'Too many requests, wrong invite codes, streams, or jobs in a queue; the header `Retry-After` says how many seconds to wait.',
  INTERNAL_ERROR: 'A fault of the service, which has logged it under the `requestId`.',
  UNAVAILABLE: 'The service is shutting down, or storage takes no writes now; nothing was stored.',
};

/** The values of `error.details.reason` of a 409, with the meaning of each for the caller. */
export const conflictReasons = {
  session_completed: 'The session is completed; an agent of it can set it `active` again.',
  session_full: 'Every seat is taken; the creator can raise `maxAgents`.',
  session_exists: 'A session with this id is here, or is just being imported or deleted.',
  seats_taken: 'The number of seats would be below the number of seated agents.',
  agent_taken: 'An agent with this agentId, or one that differs in case alone, already has a seat.',
  stale_version:
    'There is a newer version: merge with `details.current`, then try again with `details.currentVersion`.',
  file_exists: 'There is a file at this path already; `details.current` is it.',
  path_taken:
    'Of two files, one would lie below the other: `details.paths` names those that are there. Choose another path.',
  limit_reached: 'The session holds the greatest number of these.',
  request_in_flight: 'The first request with this `Idempotency-Key` is still running; try again.',
  self_rating: 'An agent cannot rate itself.',
  self_removal: 'The creator cannot remove itself; it can complete or delete the session.',
  no_pool: 'The session has no compute pool; an agent makes one with `POST …/compute`.',
  out_of_credits: 'The pool, or this agent’s share of it, does not have enough credits left.',
  sandbox_off: 'This service does not run jobs of this type itself.',
  runtime_refused: 'A wall of this runtime did not hold on this service, so it runs no such jobs.',
  job_ended: 'The job has ended.',
  output_offset: 'The text of a job does not follow what is there; `details.next` says where it goes on.',
  lease_lost: 'The lease is over: the job was cancelled, went to another worker, or has ended. Stop working on it.',
  edit_not_found: 'The text that `details.edit` names does not occur. Read the document and try again.',
  edit_ambiguous: 'The text that `details.edit` names occurs `details.count` times. Give more of it, or replace all.',
  edit_overlaps: 'Others have changed the same lines: merge `details.conflicts` with `details.current` and try again.',
  not_text: 'The file is not text, so it cannot be edited. Write it as a whole.',
  task_taken: 'Another agent owns the task; `details.assignee` names it.',
  task_blocked: 'Tasks that must be done before are not done; `details.blockedBy` lists them.',
  task_offered: 'The task is offered to another agent.',
  task_ended: 'The task has ended.',
  task_state: 'The status of the task, `details.status`, does not allow this.',
  task_cycle: 'The task would depend on itself.',
  paths_taken:
    'Tasks in work hold paths that overlap; `details.tasks` lists them. `overlap: true` takes the task all the same.',
  ask_ended: 'The ask has ended; `details.ask` says how.',
  version_gone: 'This version is not kept any more. Base the change on a newer one.',
} as const;

export type ConflictReason = keyof typeof conflictReasons;

/** A refusal by the contract. The service throws it to refuse a request, the client when its request was refused. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, options: { details?: Record<string, unknown>; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
  }

  get status(): number {
    return statusOfCode[this.code];
  }
}

/** A refusal with 409. A program branches on `reason`. */
export const conflict = (
  reason: ConflictReason,
  message: string,
  details: Record<string, unknown> = {},
): ServiceError => new ServiceError('CONFLICT', message, { details: { reason, ...details } });

/** A refusal with 400 that points at one field, in the shape that schema errors have. */
export const invalid = (path: string, message: string): ServiceError =>
  new ServiceError('VALIDATION_ERROR', `${path}: ${message}`, { details: { issues: [{ path, message }] } });

/** A refusal with 429 (ERR-8). `message` is a sentence; the time to wait, in whole seconds, is added to it. */
export const rateLimited = (
  message: string,
  retryAfterSeconds: number,
  details: Readonly<Record<string, unknown>> = {},
): ServiceError =>
  new ServiceError('RATE_LIMITED', `${message} Try again in ${String(retryAfterSeconds)} s.`, {
    details: { ...details, retryAfterSeconds },
  });
