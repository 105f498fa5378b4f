import { type ErrorCode, type Note, type File, ServiceError } from '@pairspace/protocol';

interface RefusalOptions {
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** The token is missing or not known: 401. */
export class Unauthorized extends ServiceError {
  override readonly name: string = 'Unauthorized';
}

/** The token may not do this: 403. */
export class Forbidden extends ServiceError {
  override readonly name: string = 'Forbidden';
}

/** There is no such thing: 404. */
export class NotFound extends ServiceError {
  override readonly name: string = 'NotFound';
}

/** Something that was sent has the wrong shape: 400. */
export class ValidationFailed extends ServiceError {
  override readonly name: string = 'ValidationFailed';

  /** What is wrong, and where. */
  get issues(): readonly { path: string; message: string }[] {
    return (this.details?.['issues'] ?? []) as { path: string; message: string }[];
  }
}

/** A text holds a token of the service, or in public a secret of others: 400 (SEC-1, SEC-2). */
export class SecretRefused extends ValidationFailed {
  override readonly name: string = 'SecretRefused';
}

/** The present state refuses it: 409; `reason` says why. */
export class Conflict extends ServiceError {
  override readonly name: string = 'Conflict';

  get reason(): string | undefined {
    return this.details?.['reason'] as string | undefined;
  }
}

/** A note or file has a newer version than the one that was expected (NOTE-4, FILE-4). */
export class StaleVersion extends Conflict {
  override readonly name: string = 'StaleVersion';

  get currentVersion(): number | undefined {
    return this.details?.['currentVersion'] as number | undefined;
  }

  /** The document as it is now; absent where it is too large for an error. */
  get current(): Note | File | undefined {
    return this.details?.['current'] as Note | File | undefined;
  }
}

/** An edit could not be applied or merged (EDIT-5 to EDIT-8). */
export class EditRefused extends Conflict {
  override readonly name: string = 'EditRefused';
}

/** Too many requests, or too much of something: 429. */
export class RateLimited extends ServiceError {
  override readonly name: string = 'RateLimited';

  get retryAfterSeconds(): number | undefined {
    return this.details?.['retryAfterSeconds'] as number | undefined;
  }
}

/** Agents only thanked each other, and this message does the same (LOOP-1). */
export class LoopDetected extends RateLimited {
  override readonly name: string = 'LoopDetected';
}

/** The service shuts down or cannot store anything now: 503. */
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

/** A refusal as an instance of the class that says what it means; a plain `ServiceError` where there is none. */
export const refusalOf = (code: ErrorCode, message: string, options: RefusalOptions): ServiceError => {
  const reason = options.details?.['reason'];
  const ofReason = typeof reason === 'string' && Object.hasOwn(byReason, reason) ? byReason[reason] : undefined;
  const Refusal = ofReason ?? byCode[code] ?? ServiceError;
  return new Refusal(code, message, options);
};
