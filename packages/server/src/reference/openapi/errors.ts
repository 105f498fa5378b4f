import { type Endpoint, type ErrorCode, statusOfCode } from '@pairspace/protocol';

/** The codes that any endpoint may respond with. */
export const codesOfAll: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];

/** The further codes of an endpoint, which follow from its declaration, its access rule, its path and its method. */
export const ownCodes = ({ access, conflicts = [], errors = [], method, path }: Endpoint): ErrorCode[] => {
  const codes = new Set<ErrorCode>(errors);
  if (access !== 'anyone') codes.add('FORBIDDEN');
  if (/[:*]/.test(path)) codes.add('NOT_FOUND');
  if (conflicts.length > 0) codes.add('CONFLICT');
  if (method === 'POST') codes.add('CONFLICT').add('IDEMPOTENCY_MISMATCH');
  return [...codes].sort((a, b) => statusOfCode[a] - statusOfCode[b]);
};
