import { AssertionError, deepStrictEqual } from 'node:assert';
import { type Endpoint, ErrorBody, type ErrorCode, payloadSchema, statusOfCode } from '@pairspace/protocol';
import type { HttpAnswer } from './http-client.ts';
import { assertShape } from './shape.ts';

/** The refusal of a request; `details` is empty if the answer has none. */
export interface Refusal {
  code: ErrorCode;
  message: string;
  details: Record<string, unknown>;
  requestId: string;
}

interface AnswerHead {
  status: number;
  headers: HttpAnswer['headers'];
}

export type Success<Data> = AnswerHead & { ok: true; data: Data };
export type Refused = AnswerHead & { ok: false; error: Refusal };
export type Reply<Data = unknown> = Success<Data> | Refused;

/** Fails with the defect of an answer. */
type Problem = (message: string, difference?: { expected?: unknown; actual?: unknown }) => AssertionError;

/**
 * Parses an answer as the envelope, and checks the rules that hold for every answer: API-2 to 7, ERR-1, 4, 6, 7 and 8,
 * ACC-4, NET-24. With an endpoint it also checks the status and the shape of the payload.
 */
export const checkAnswer = (answer: HttpAnswer, endpoint?: Endpoint): Reply => {
  const { status, headers } = answer;
  const problem: Problem = (message, difference = {}) =>
    new AssertionError({ message: `${answer.request} was answered ${String(status)}: ${message}`, ...difference });

  const requestId = headers['x-request-id'];
  if (typeof requestId !== 'string' || requestId === '') throw problem('there is no X-Request-Id');

  if (headers['x-content-type-options'] !== 'nosniff') throw problem('its type may be guessed: nosniff is missing');

  if (endpoint && status < 400 && isRepresentation(endpoint, headers['content-type'])) {
    return { ok: true, status, headers, data: undefined };
  }
  const envelope = readEnvelope(answer, problem);
  if (status >= 400) return { ok: false, status, headers, error: checkRefusal(answer, envelope, requestId, problem) };
  return { ok: true, status, headers, data: checkSuccess(answer, envelope, endpoint, problem) };
};

const readEnvelope = ({ headers, text }: HttpAnswer, problem: Problem): unknown => {
  if (!/^application\/json(;\s*charset=utf-8)?$/i.test(headers['content-type'] ?? '')) {
    throw problem('the envelope is JSON in UTF-8', {
      expected: 'application/json; charset=utf-8',
      actual: headers['content-type'],
    });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw problem('the body is not JSON', { actual: text });
  }
};

const checkRefusal = (
  { request, status, headers }: HttpAnswer,
  envelope: unknown,
  requestId: string,
  problem: Problem,
): Refusal => {
  const { error } = assertShape(ErrorBody, envelope, `${request}: the error`);
  const { code, message, details = {} } = error;
  if (statusOfCode[code] !== status) {
    throw problem(`${code} has another status`, { expected: statusOfCode[code], actual: status });
  }
  if (code === 'INTERNAL_ERROR') throw problem(`the service failed: ${message}`);
  if (message.trim() === '') throw problem('the error says nothing');
  if (error.requestId !== requestId) {
    throw problem('error.requestId is not X-Request-Id', { expected: requestId, actual: error.requestId });
  }
  const missing = whatIsMissing(code, details, headers);
  if (missing) throw problem(`${code} (${message}) must carry ${missing}`, { actual: { details, headers } });
  return { code, message, details, requestId };
};

/** Checks a success and returns its payload. */
const checkSuccess = (
  { request, status, headers }: HttpAnswer,
  envelope: unknown,
  endpoint: Endpoint | undefined,
  problem: Problem,
): unknown => {
  const { data } = (envelope ?? {}) as { data?: unknown };
  try {
    deepStrictEqual(envelope, { ok: true, data });
  } catch {
    throw problem('a success is { ok: true, data } and nothing else', { actual: envelope });
  }
  if (endpoint) {
    if (!(endpoint.status as readonly number[]).includes(status)) {
      throw problem('the endpoint has another status', { expected: endpoint.status, actual: status });
    }
    assertShape(payloadSchema(endpoint), data, `${request}: data`);
  }
  assertTokensGuarded(data, headers, problem);
  return data;
};

const isRepresentation = (endpoint: Endpoint, contentType = ''): boolean =>
  endpoint.alsoAs?.some((mediaType) => contentType.startsWith(mediaType)) ?? false;

const whatIsMissing = (
  code: ErrorCode,
  details: Record<string, unknown>,
  headers: HttpAnswer['headers'],
): string | undefined => {
  if (code === 'VALIDATION_ERROR' && !isIssueList(details['issues'])) return 'details.issues: [{ path, message }]';
  if (code === 'CONFLICT' && typeof details['reason'] !== 'string') return 'details.reason';
  if (
    code === 'PAYLOAD_TOO_LARGE' &&
    ![details['limitBytes'], details['limitValues']].some((limit) => typeof limit === 'number')
  )
    return 'details.limitBytes or details.limitValues';
  if (code === 'METHOD_NOT_ALLOWED' && !headers.allow) return 'an Allow header';
  if (code === 'RATE_LIMITED' && String(details['retryAfterSeconds']) !== headers['retry-after'])
    return 'Retry-After and the same in details.retryAfterSeconds';
  return undefined;
};

const isIssueList = (issues: unknown): boolean =>
  Array.isArray(issues) &&
  issues.length > 0 &&
  issues.every(
    (issue: { path?: unknown; message?: unknown }) =>
      typeof issue.path === 'string' && typeof issue.message === 'string',
  );

/** A token appears only in the answer that issues it, and no cache may store that answer (ACC-4). */
const assertTokensGuarded = (data: unknown, headers: HttpAnswer['headers'], problem: Problem): void => {
  let issued = 0;
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string' && /(?<!\w)(?:agt|obs|wrk)_[\w-]{43}(?!\w)/.test(value)) {
      if (!['agentToken', 'observerToken', 'workerToken'].includes(key)) throw problem(`a token stands in "${key}"`);
      issued++;
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) walk(inner, name);
    }
  };
  walk(data, 'data');
  if (issued > 0 && !headers['cache-control']?.includes('no-store')) {
    throw problem('an answer with a token is not to be stored', {
      expected: 'Cache-Control: no-store',
      actual: headers['cache-control'],
    });
  }
};
