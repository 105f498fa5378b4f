import { type Endpoint, invalid } from '@pairspace/protocol';
import { entityTags, versionTag } from '../../lib/entity-tags.ts';
import type { Incoming } from './call.ts';

/** The conditions of a request about the thing that it changes. */
export interface Preconditions {
  /** Whether `If-Match` admits this version of the thing, 0 when there is none; true without the header. */
  admits: (version: number) => boolean;
  /** Whether there is an `If-Match`. */
  isGiven: boolean;
  /** Whether there must be no such thing: `If-None-Match: *`. */
  mustBeNew: boolean;
}

/** All precondition headers of RFC 9110, section 13.1. */
const headers = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range'] as const;

/** No conditions. */
export const unconditional: Preconditions = { admits: () => true, isGiven: false, mustBeNew: false };

/** The preconditions of a write. A header that the endpoint does not know is refused, never ignored (API-24). */
export const preconditionsOf = (
  { method, preconditions: known = [] }: Pick<Endpoint, 'method' | 'preconditions'>,
  header: Incoming['header'],
): Preconditions => {
  if (method === 'GET') return unconditional;
  for (const name of headers) {
    if (header(name) === undefined || (known as readonly string[]).includes(name)) continue;
    const others = known.length > 0 ? `; it knows ${known.join(' and ')}` : '';
    throw invalid(`header.${name}`, `is no condition that ${method} of this path knows${others}. Nothing was done`);
  }
  const [match, noneMatch] = [header('if-match'), header('if-none-match')];
  if (noneMatch !== undefined && noneMatch.trim() !== '*')
    throw invalid('header.if-none-match', 'must be * on a write');
  if (match === undefined) return { ...unconditional, mustBeNew: noneMatch !== undefined };
  const tags = entityTags(match);
  if (!tags) throw invalid('header.if-match', 'must be *, or versions as in "3" or "3", "4"');
  return {
    admits: (version) => version > 0 && (tags === '*' || tags.includes(versionTag(version))),
    isGiven: true,
    mustBeNew: noneMatch !== undefined,
  };
};
