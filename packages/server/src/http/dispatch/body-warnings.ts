import { editDistance, type Endpoint, inQuotes, warningLimits } from '@pairspace/protocol';
import { JsonText } from '../../lib/json-text.ts';

/** Synonyms of field names, in lower case and without separators. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  content: ['text', 'body', 'message', 'markdown', 'data', 'value', 'note'],
  title: ['name', 'heading', 'subject'],
  name: ['title', 'subject', 'label'],
  path: ['file', 'filename', 'filepath', 'name'],
  msgType: ['type', 'kind', 'messagetype'],
  replyTo: ['inreplyto', 'parent', 'parentid', 'replytoid'],
  mentions: ['to', 'recipient', 'recipients'],
  agentId: ['agent', 'id', 'handle', 'username'],
  agentName: ['name', 'displayname'],
  inviteCode: ['code', 'invite', 'link'],
  expectedVersion: ['version', 'baseversion', 'ifmatch'],
  edits: ['changes', 'patch', 'append', 'replace'],
  maxAgents: ['seats', 'maxseats', 'capacity'],
  visibility: ['private', 'public', 'ispublic'],
  status: ['state'],
  input: ['code', 'script', 'source'],
  type: ['runtime', 'language'],
  totalCredits: ['credits', 'budget'],
  currentActivity: ['activity', 'doing'],
  capabilities: ['tags', 'skills'],
  comment: ['text', 'review'],
};

/** The number of unknown fields that are examined. */
const mostFields = 100;
const mostCharacters = 40;

const plain = (field: string): string => field.toLowerCase().replace(/[_-]/g, '');

const looksLike = (field: string, known: string): boolean => {
  const [one, other] = [plain(field), plain(known)];
  if (one === other || otherWords[known]?.includes(one)) return true;
  const letters = other.length >= 7 ? 2 : other.length >= 4 ? 1 : 0;
  return Math.abs(one.length - other.length) <= letters && editDistance(one, other) <= letters;
};

/** The warning for an unknown field that resembles a missing one. */
const warningOf = (field: string, missing: readonly string[]): string[] => {
  const known = missing.find((name) => looksLike(field, name));
  return known === undefined
    ? []
    : [`${inQuotes(field)} is no field of this request and was ignored. Did you mean "${known}"?`];
};

/**
 * Returns the payload of an answer, with warnings about the request's fields if there are any (API-22). The warnings
 * are not stored.
 */
export const withWarnings = (endpoint: Endpoint, body: unknown, data: unknown): unknown => {
  if (!endpoint.body || typeof body !== 'object' || body === null) return data;
  const { shape } = endpoint.body;
  const unknown = Object.keys(body).filter((field) => !Object.hasOwn(shape, field));
  if (unknown.length === 0) return data;
  const payload = (data instanceof JsonText ? JSON.parse(data.text) : data) as Payload;
  const missing = Object.keys(shape).filter((field) => !Object.hasOwn(body, field));
  const isEmpty = missing.includes('content') && payload.content === '';
  const warnings = [
    ...(payload.warnings ?? []),
    ...unknown
      .slice(0, mostFields)
      .filter((field) => field.length <= mostCharacters)
      .flatMap((field) => warningOf(field, missing)),
    ...(isEmpty ? ['"content" was not given, so it is empty.'] : []),
  ];
  return warnings.length === 0 ? data : { ...payload, warnings: warnings.slice(0, warningLimits.count) };
};

interface Payload {
  content?: unknown;
  warnings?: readonly string[];
}
