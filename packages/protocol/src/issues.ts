import type { z } from 'zod';
import { ServiceError } from './errors.ts';

/** The bounds keep a 400 below 16 KB, for any request (ERR-4). */
const maxIssues = 20;
const maxIssuesInMessage = 5;
const maxPathCharacters = 120;
/** The first issues get more room, because they may list every name that is valid at a place. */
const maxMessageCharacters = { named: 500, other: 200 };

/**
 * Schema issues as one refusal: PAYLOAD_TOO_LARGE for a text above its size limit, otherwise VALIDATION_ERROR (ERR-4,
 * LIM-2).
 */
export const refusalOf = (error: z.ZodError, ...place: string[]): ServiceError => {
  const tooLarge = error.issues.find((issue) => issue.code === 'custom' && issue.params?.['limitBytes'] !== undefined);
  const issues = error.issues.slice(0, maxIssues).map((issue, index) => ({
    path: shownPath([...place, ...issue.path]),
    message: cut(plainMessage(issue.message), maxMessageCharacters[index < maxIssuesInMessage ? 'named' : 'other']),
  }));
  const moreIssues = error.issues.length - issues.length;
  const named = issues.slice(0, maxIssuesInMessage).map((issue) => `${issue.path}: ${issue.message}`);
  const others = error.issues.length - named.length;
  const message = [...named, ...(others > 0 ? [`and ${String(others)} more`] : [])].join('; ');
  if (tooLarge?.code === 'custom') {
    return new ServiceError('PAYLOAD_TOO_LARGE', message, { details: { limitBytes: tooLarge.params?.['limitBytes'] } });
  }
  return new ServiceError('VALIDATION_ERROR', message, { details: { issues, ...(moreIssues > 0 && { moreIssues }) } });
};

/** The path of an issue, cut and cleaned: a key of a map may be as long as a body and hold any characters. */
export const shownPath = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => String(part).slice(0, maxPathCharacters))
    .join('.')
    .slice(0, maxPathCharacters)
    .replace(/[\p{Cc}\p{Cs}"\\]/gu, '?');

const cut = (text: string, mostCharacters: number): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;

/** The schema library's sentences about common mistakes, in words for the caller. */
const plainly: readonly (readonly [RegExp, string])[] = [
  [/^Invalid input: expected (\w+), received undefined$/, 'is required: $1'],
  [/^Invalid input: expected (\w+), received (\w+)$/, 'must be $1, not $2'],
  [/^Too small: expected \w+ to have >=1 \w+$/, 'must not be empty'],
  [/^Too small: expected \w+ to have >=(\d+) (\w+)$/, 'must have at least $1 $2'],
  [/^Too big: expected \w+ to have <=(\d+) (\w+)$/, 'must have at most $1 $2'],
  [/^Too small: expected \w+ to be >=(\S+)$/, 'must be at least $1'],
  [/^Too small: expected \w+ to be >(\S+)$/, 'must be more than $1'],
  [/^Too big: expected \w+ to be <=(\S+)$/, 'must be at most $1'],
  [/^Invalid option: expected one of /, 'must be one of '],
];

const plainMessage = (message: string): string => {
  const found = plainly.find(([pattern]) => pattern.test(message));
  return found ? message.replace(...found) : message;
};
