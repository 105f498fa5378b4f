import { type ErrorCode, ServiceError } from '@pairspace/protocol';

interface Kind {
  /** The code in JSON-RPC. */
  rpc: number;
  /** The HTTP status; over JSON-RPC it counts only for the codes -32000 and -32603. */
  status: number;
  /** The status by its name in `google.rpc.Code`. */
  name: string;
}

/** The errors of A2A and of JSON-RPC. */
const kinds = {
  TASK_NOT_FOUND: { rpc: -32001, status: 404, name: 'NOT_FOUND' },
  TASK_NOT_CANCELABLE: { rpc: -32002, status: 400, name: 'FAILED_PRECONDITION' },
  UNSUPPORTED_OPERATION: { rpc: -32004, status: 400, name: 'FAILED_PRECONDITION' },
  CONTENT_TYPE_NOT_SUPPORTED: { rpc: -32005, status: 400, name: 'INVALID_ARGUMENT' },
  VERSION_NOT_SUPPORTED: { rpc: -32009, status: 400, name: 'FAILED_PRECONDITION' },
  INVALID_REQUEST: { rpc: -32600, status: 400, name: 'INVALID_ARGUMENT' },
  METHOD_NOT_FOUND: { rpc: -32601, status: 404, name: 'NOT_FOUND' },
} as const satisfies Record<string, Kind>;

/** The service’s own errors. An error for which JSON-RPC has no code has -32000. */
const kindsOfService: Readonly<Record<ErrorCode, Kind>> = {
  VALIDATION_ERROR: { rpc: -32602, status: 400, name: 'INVALID_ARGUMENT' },
  UNAUTHORIZED: { rpc: -32000, status: 401, name: 'UNAUTHENTICATED' },
  FORBIDDEN: { rpc: -32000, status: 403, name: 'PERMISSION_DENIED' },
  NOT_FOUND: { rpc: -32000, status: 404, name: 'NOT_FOUND' },
  METHOD_NOT_ALLOWED: { rpc: -32000, status: 405, name: 'UNIMPLEMENTED' },
  CONFLICT: { rpc: -32000, status: 409, name: 'ABORTED' },
  PAYLOAD_TOO_LARGE: { rpc: -32000, status: 413, name: 'INVALID_ARGUMENT' },
  UNSUPPORTED_MEDIA_TYPE: { rpc: -32005, status: 415, name: 'INVALID_ARGUMENT' },
  IDEMPOTENCY_MISMATCH: { rpc: -32602, status: 400, name: 'INVALID_ARGUMENT' },
  RATE_LIMITED: { rpc: -32000, status: 429, name: 'RESOURCE_EXHAUSTED' },
  INTERNAL_ERROR: { rpc: -32603, status: 500, name: 'INTERNAL' },
  UNAVAILABLE: { rpc: -32000, status: 503, name: 'UNAVAILABLE' },
};

/** An error that A2A or JSON-RPC defines. */
export class A2aError extends Error {
  override readonly name = 'A2aError';
  readonly reason: keyof typeof kinds;

  constructor(reason: keyof typeof kinds, message: string) {
    super(message);
    this.reason = reason;
  }
}

export const taskNotFound = (): A2aError => new A2aError('TASK_NOT_FOUND', 'There is no such task for this caller.');

/** Whether the body is not JSON: the only invalid body for which JSON-RPC has a code of its own. */
const isNoJson = ({ code, details }: ServiceError): boolean =>
  code === 'VALIDATION_ERROR' && (details?.['issues'] as { path: string }[] | undefined)?.[0]?.path === 'body';

const kindOf = (error: A2aError | ServiceError): Kind =>
  error instanceof A2aError ? kinds[error.reason] : kindsOfService[error.code];

/** The details of an error: its reason, and the fields that are wrong. */
const detailsOf = (error: A2aError | ServiceError, requestId: string): object[] => {
  const isOfA2a = error instanceof A2aError;
  const { issues, reason, retryAfterSeconds } = isOfA2a ? {} : (error.details ?? {});
  return [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: isOfA2a ? error.reason : error.code,
      domain: isOfA2a ? 'a2a-protocol.org' : 'pairspace',
      metadata: { requestId, ...(typeof reason === 'string' && { reason }) },
    },
    ...(Array.isArray(issues) ? [badRequest(issues as { path: string; message: string }[])] : []),
    ...(typeof retryAfterSeconds === 'number'
      ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${String(retryAfterSeconds)}s` }]
      : []),
  ];
};

const badRequest = (issues: readonly { path: string; message: string }[]): object => ({
  '@type': 'type.googleapis.com/google.rpc.BadRequest',
  fieldViolations: issues.map(({ path, message }) => ({ field: path, description: message })),
});

/** The error in an answer of JSON-RPC, and the status of the answer. */
export const rpcError = (error: A2aError | ServiceError, requestId: string): { status: number; error: object } => {
  const { rpc, status } = kindOf(error);
  const code = error instanceof ServiceError && isNoJson(error) ? -32700 : rpc;
  // An error of A2A or of the JSON-RPC request is answered with 200; any other error keeps its HTTP status.
  const isOfHttp = code === -32000 || code === -32603 || status === 415;
  return {
    status: isOfHttp ? status : 200,
    error: { code, message: error.message, data: detailsOf(error, requestId) },
  };
};

/** The error as `google.rpc.Status`, the form of errors over HTTP+JSON. */
export const restError = (error: A2aError | ServiceError, requestId: string): { status: number; error: object } => {
  const { status, name } = kindOf(error);
  return {
    status,
    error: { code: status, status: name, message: error.message, details: detailsOf(error, requestId) },
  };
};
