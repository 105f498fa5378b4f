import { type ErrorCode, ServiceError } from '@pairspace/protocol';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { tooManyPieces } from './counted-request.ts';

/** A refusal without a schema; `place` is the part of the request that it concerns. */
const refuse = (code: ErrorCode, place: string, message: string, limitBytes: number): ServiceError => {
  if (code === 'VALIDATION_ERROR')
    return new ServiceError(code, message, { details: { issues: [{ path: place, message }] } });
  return new ServiceError(code, message, code === 'PAYLOAD_TOO_LARGE' ? { details: { limitBytes } } : {});
};

/**
 * The error codes of the web framework and of Node, each with the service's own refusal for it: code, place and
 * message.
 */
const frameworkRefusals: Record<string, [ErrorCode, string, string]> = {
  FST_ERR_BAD_URL: ['VALIDATION_ERROR', 'url', 'The URL is not percent-encoded correctly.'],
  FST_ERR_MAX_PARAM_LENGTH: ['PAYLOAD_TOO_LARGE', 'url', 'A part of the path is too long.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    'body',
    'Send the body as Content-Type: application/json.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['VALIDATION_ERROR', 'body', 'Content-Length does not match the body.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'body', 'The body is too large.'],
  ECONNRESET: ['VALIDATION_ERROR', 'body', 'The request ended before its body was complete.'],
};

/** Errors of bytes that never become a request, by Node's names. */
const socketRefusals: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['PAYLOAD_TOO_LARGE', 'The request line and headers are too large.'],
  [tooManyPieces]: ['VALIDATION_ERROR', 'The body came in too many small pieces.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['VALIDATION_ERROR', 'The request was not complete within the time allowed.'],
};

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Translates any error to an error of the API. An unexpected error becomes INTERNAL_ERROR and reveals nothing. */
export const translateError = (error: unknown, limitBytes: number): ServiceError => {
  if (error instanceof ServiceError) return error;
  const refusal = frameworkRefusals[codeOf(error)];
  if (refusal) return refuse(...refusal, limitBytes);
  return new ServiceError('INTERNAL_ERROR', 'The service failed. The fault has been logged.', { cause: error });
};

/** Logs a fault of the service, and sets the headers that depend on the refusal. */
export const prepareRefusal = (refusal: ServiceError, requestId: string, reply: FastifyReply, log: Logger): void => {
  const { reason, retryAfterSeconds } = refusal.details ?? {};
  if (refusal.status >= 500 && reason !== 'overloaded')
    log.error({ err: refusal.cause ?? refusal, requestId }, refusal.message);
  const { bodyBytes, headers, raw } = reply.request;
  const isBodyRefused = bodyBytes !== undefined && headers.host !== undefined && !raw.complete;
  // Closing the connection while the client still sends would reset it before the client reads the answer.
  if (refusal.code === 'PAYLOAD_TOO_LARGE' || isBodyRefused) reply.removeHeader('connection');
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  if (typeof retryAfterSeconds === 'number') reply.header('retry-after', String(retryAfterSeconds));
};

/** An error of a socket without a request (ERR-2). */
export const translateSocketError = (error: Error, limitBytes: number): ServiceError => {
  const [code, message] = socketRefusals[codeOf(error)] ?? [
    'VALIDATION_ERROR',
    'This is not a well-formed HTTP request.',
  ];
  return refuse(code, 'request', message, limitBytes);
};
