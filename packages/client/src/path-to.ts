import { type Endpoint, pathOf } from '@pairspace/protocol';
import { ValidationFailed } from './refusals.ts';

/**
 * The path of a request. A path with a segment `.` or `..` is refused, because clients resolve it: the path of a file
 * could become the path of its session, and a deletion of the file the deletion of the session (DOOR-35). No id and no
 * path of the service has such a segment.
 */
export const pathTo = (endpoint: Pick<Endpoint, 'path'>, params: Readonly<Record<string, string>>): string => {
  for (const [name, value] of Object.entries(params)) {
    if (!value.split('/').some((segment) => segment === '.' || segment === '..')) continue;
    const issues = [{ path: name, message: 'must have no segment . or ..' }];
    throw new ValidationFailed('VALIDATION_ERROR', `${name} must have no segment . or ..`, { details: { issues } });
  }
  return pathOf(endpoint, params);
};
