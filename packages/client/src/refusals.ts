import { type ErrorCode, type Note, type File, ServiceError } from '@pairspace/protocol';

interface RefusalOptions {
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** 401: the token is missing or unknown. */
export class Unauthorized extends ServiceError {
  override readonly name: string = 'Unauthorized';
}

/** 403: the token does not allow this. */
export class Forbidden extends ServiceError {
  override readonly name: string = 'Forbidden';
}

/** 404: the entity does not exist. */
export class NotFound extends ServiceError {
  override readonly name: string = 'NotFound';
}

/** 400: a part of the request has the wrong shape. */
export class ValidationFailed extends ServiceError {
  override readonly name: string = 'ValidationFailed';

  /** The defects, each with its path. */
  get issues(): readonly { path: string; message: string }[] {
    return (this.details?.['issues'] ?? []) as { path: string; message: string }[];
  }
}

/** 400: a text holds a token of the service or, in a public session, a secret of another service (SEC-1, SEC-2). */
export class SecretRefused extends ValidationFailed {
  override readonly name: string = 'SecretRefused';
}

/** 409: the present state does not allow this; `reason` says why. */
export class Conflict extends ServiceError {
  override readonly name: string = 'Conflict';

  get reason(): string | undefined {
    return this.details?.['reason'] as string | undefined;
  }
}

/** A note or file has a newer version than the expected one (NOTE-4, FILE-4). */
export class StaleVersion extends Conflict {
  override readonly name: string = 'StaleVersion';

  get currentVersion(): number | undefined {
    return this.details?.['currentVersion'] as number | undefined;
  }

  /** The present document; absent if it is too large for an error. */
  get current(): Note | File | undefined {
    return this.details?.['current'] as Note | File | undefined;
  }
}

/**
 * An edit could not be applied or merged (EDIT-3, EDIT-4, EDIT-8, EDIT-12), or a fork needs a version that is gone
 * (TIME-8).
 */
export class EditRefused extends Conflict {
  override readonly name: string = 'EditRefused';
}

/** 429: too many requests, or too much of something. */
export class RateLimited extends ServiceError {
  override readonly name: string = 'RateLimited';

  get retryAfterSeconds(): number | undefined {
    return this.details?.['retryAfterSeconds'] as number | undefined;
  }
}

/** Agents have only thanked each other, and this message does so again (LOOP-1). */
export class LoopDetected extends RateLimited {
  override readonly name: string = 'LoopDetected';
}

/** 503: the service shuts down or cannot store anything now. */
export class Unavailable extends ServiceError {
  override readonly name: string = 'Unavailable';
}

type RefusalClass = new (code: ErrorCode, message: string, options?: RefusalOptions) => ServiceError;

const byCode: Readonly<Partial<Record<ErrorCode, RefusalClass>>> = {
  VALIDATION_ERROR: ValidationFailed,
  UNAUTHORIZED: Unauthorized,
  FORBIDDEN: Forbidden,
  NOT_FOUND: NotFound,
  CONFLICT: Conflict,
  RATE_LIMITED: RateLimited,
  UNAVAILABLE: Unavailable,
};

const byReason: Readonly<Record<string, RefusalClass>> = {
  contains_token: SecretRefused,
  contains_secret: SecretRefused,
  stale_version: StaleVersion,
  edit_not_found: EditRefused,
  edit_ambiguous: EditRefused,
  edit_overlaps: EditRefused,
  version_gone: EditRefused,
  loop: LoopDetected,
};

/** A refusal as an instance of the class for its reason or code; plain `ServiceError` if there is no such class. */
export const refusalOf = (code: ErrorCode, message: string, options: RefusalOptions): ServiceError => {
  const reason = options.details?.['reason'];
  const ofReason = typeof reason === 'string' && Object.hasOwn(byReason, reason) ? byReason[reason] : undefined;
  const Refusal = ofReason ?? byCode[code] ?? ServiceError;
  return new Refusal(code, message, options);
};
