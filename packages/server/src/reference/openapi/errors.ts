import { type ConflictReason, type Endpoint, type ErrorCode, statusOfCode } from '@pairspace/protocol';

/** What each error code tells the caller. */
export const meaningOfCode: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'Body, query, path or a header has the wrong shape; `details.issues` says what is wrong where.',
  UNAUTHORIZED: 'No token where one is needed, or a token that is not known.',
  FORBIDDEN:
    'A known token that may not do this, a wrong or expired invite code, or a protected agentId without its key.',
  NOT_FOUND: 'There is no such thing, or no such route.',
  METHOD_NOT_ALLOWED: 'The path is known, but not with this method; the header `Allow` names those that are.',
  CONFLICT: 'The state of things refuses it; `details.reason` says which.',
  PAYLOAD_TOO_LARGE: 'Over a size limit, which is `details.limitBytes`.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not plain `application/json`.',
  IDEMPOTENCY_MISMATCH: 'This `Idempotency-Key` was used before with another body.',
  RATE_LIMITED:
    'Too many requests, wrong invite codes streams, or jobs in a queue; the header `Retry-After` says how many seconds to wait.',
  INTERNAL_ERROR: 'A fault of the service, which has logged it under the `requestId`.',
  UNAVAILABLE: 'Shutting down, or storage takes no writes now; nothing was stored.',
};

/** What each `details.reason` of a CONFLICT tells the caller. */
export const meaningOfReason: Readonly<Record<ConflictReason, string>> = {
  session_completed: 'The session is completed; an agent of it can set it `active` again.',
  session_full: 'Every seat is taken.',
  agent_in_session: 'An agent with this agentId has a seat already.',
  stale_version:
    'There is a newer version: merge with `details.current`, then try again with `details.currentVersion`.',
  limit_reached: 'The session holds as many of these as it may.',
  request_in_flight: 'The first request with this `Idempotency-Key` is still running; try again.',
  self_rating: 'Nobody rates itself.',
  no_pool: 'The session has no compute pool; an agent makes one with `POST …/compute`.',
  out_of_credits: 'The pool, or this agent’s share of it, has not so many credits left.',
  sandbox_off: 'This service does not run jobs of this type itself.',
  job_ended: 'The job has ended.',
  lease_lost: 'The lease is over: the job was cancelled, went to another, or has ended. Stop working on it.',
};

/** What a request to any endpoint may be answered. */
export const codesOfAll: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];

/** What this endpoint may answer beyond that: by what it declares, whom it admits, its path and its method. */
export const ownCodes = ({ access, errors = [], method, path }: Endpoint): ErrorCode[] => {
  const codes = new Set<ErrorCode>(errors);
  if (access !== 'anyone') codes.add('FORBIDDEN');
  if (/[:*]/.test(path)) codes.add('NOT_FOUND');
  if (method === 'POST') codes.add('CONFLICT').add('IDEMPOTENCY_MISMATCH');
  return [...codes].sort((a, b) => statusOfCode[a] - statusOfCode[b]);
};
