import { type Endpoint, pathOf } from '@pairspace/protocol';
import { ValidationFailed } from './refusals.ts';

/**
 * The path of a request. An address with `.` or `..` as a segment is another address: the path of a file could lead to the
 * session itself, and its deletion there (DOOR-35). No id and no path of the service has such a segment.
 */
export const pathTo = (endpoint: Pick<Endpoint, 'path'>, params: Readonly<Record<string, string>>): string => {
  for (const [name, value] of Object.entries(params)) {
    if (!value.split('/').some((segment) => segment === '.' || segment === '..')) continue;
    const issues = [{ path: name, message: 'must have no segment . or ..' }];
    throw new ValidationFailed('VALIDATION_ERROR', `${name} must have no segment . or ..`, { details: { issues } });
  }
  return pathOf(endpoint, params);
};
