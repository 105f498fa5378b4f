import { z } from 'zod';

/** Every error code with the one HTTP status it is sent with (ERR-1). */
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

/** Why a 409 was answered: `error.details.reason`. */
export type ConflictReason =
  | 'session_completed'
  | 'session_full'
  | 'agent_in_session'
  | 'stale_version'
  | 'limit_reached'
  | 'request_in_flight'
  | 'self_rating'
  | 'no_pool'
  | 'out_of_credits'
  | 'sandbox_off'
  | 'job_ended'
  | 'lease_lost';

export const ErrorBody = z
  .object({
    ok: z.literal(false),
    error: z.object({
      code: z.enum(Object.keys(statusOfCode) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
      requestId: z.string(),
    }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.output<typeof ErrorBody>;

/** An error that the contract knows. The service throws it to refuse, the client when it was refused. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
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

/** A refusal with 409; `reason` tells a program which. */
export const conflict = (
  reason: ConflictReason,
  message: string,
  details: Record<string, unknown> = {},
): ServiceError => new ServiceError('CONFLICT', message, { details: { reason, ...details } });

/** A refusal with 400 that points at one field, in the shape that schema errors have. */
export const invalid = (path: string, message: string): ServiceError =>
  new ServiceError('VALIDATION_ERROR', `${path}: ${message}`, { details: { issues: [{ path, message }] } });

/** A refusal of what came too often (ERR-8). `message` is a sentence; the time to wait, in whole seconds, is added to it. */
export const rateLimited = (
  message: string,
  retryAfterSeconds: number,
  details: Readonly<Record<string, unknown>> = {},
): ServiceError =>
  new ServiceError('RATE_LIMITED', `${message} Try again in ${String(retryAfterSeconds)} s.`, {
    details: { ...details, retryAfterSeconds },
  });
