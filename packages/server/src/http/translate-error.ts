import { type ErrorCode, ServiceError } from '@pairspace/protocol';
import type { z } from 'zod';

/** Schema issues as one refusal: over a size limit is PAYLOAD_TOO_LARGE, anything else VALIDATION_ERROR (ERR-4, LIM-2). */
export const refusalOf = (error: z.ZodError, place: string): ServiceError => {
  const tooLarge = error.issues.find((issue) => issue.code === 'custom' && issue.params?.['limitBytes'] !== undefined);
  const issues = error.issues.map((issue) => ({ path: [place, ...issue.path].join('.'), message: issue.message }));
  const message = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
  if (tooLarge?.code === 'custom') {
    return new ServiceError('PAYLOAD_TOO_LARGE', message, { details: { limitBytes: tooLarge.params?.['limitBytes'] } });
  }
  return new ServiceError('VALIDATION_ERROR', message, { details: { issues } });
};

/** What the web framework and Node call their refusals, and what this service answers for them. */
const frameworkRefusals: Record<string, [ErrorCode, string]> = {
  FST_ERR_BAD_URL: ['VALIDATION_ERROR', 'The URL is not percent-encoded correctly.'],
  FST_ERR_MAX_PARAM_LENGTH: ['PAYLOAD_TOO_LARGE', 'A part of the path is too long.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'Send the body as Content-Type: application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['VALIDATION_ERROR', 'Content-Length does not match the body.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The body is too large.'],
  ECONNRESET: ['VALIDATION_ERROR', 'The request ended before its body was complete.'],
};

/** Any error as one that the contract knows. What was not foreseen becomes INTERNAL_ERROR and says nothing. */
export const translateError = (error: unknown, limitBytes: number): ServiceError => {
  if (error instanceof ServiceError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const refusal = frameworkRefusals[code];
  if (!refusal)
    return new ServiceError('INTERNAL_ERROR', 'Something went wrong here. It has been logged.', { cause: error });
  const [name, message] = refusal;
  return new ServiceError(name, message, name === 'PAYLOAD_TOO_LARGE' ? { details: { limitBytes } } : {});
};
