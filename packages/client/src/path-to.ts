import { type Endpoint, pathOf } from '@pairspace/protocol';
import { ValidationFailed } from './refusals.ts';

/**
 * The path of a request. A path with a segment `.` or `..` is refused, because clients resolve it: the path of a file
 * could become the path of its session, and the deletion of a file would delete the session. Half of a
 * surrogate pair is refused, because a URL cannot encode it.
 */
export const pathTo = (endpoint: Pick<Endpoint, 'path'>, params: Readonly<Record<string, string>>): string => {
  for (const [name, value] of Object.entries(params)) {
    const message = whyNotInPath(value);
    if (message === undefined) continue;
    const issues = [{ path: name, message }];
    throw new ValidationFailed('VALIDATION_ERROR', `${name} ${message}`, { details: { issues } });
  }
  return pathOf(endpoint, params);
};

const whyNotInPath = (value: string): string | undefined => {
  if (/\p{Cs}/u.test(value)) return 'must not hold half of a surrogate pair';
  const hasDots = value.split('/').some((segment) => segment === '.' || segment === '..');
  return hasDots ? 'must have no segment . or ..' : undefined;
};
