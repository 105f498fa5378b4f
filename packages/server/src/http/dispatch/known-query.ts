import { type Endpoint, invalid, shownPath } from '@pairspace/protocol';

/** Refuses a query parameter that the endpoint does not know, because it may narrow what is read or done (API-11). */
export const assertKnownQuery = ({ query }: Pick<Endpoint, 'query'>, given: unknown): void => {
  const known = Object.keys(query?.shape ?? {});
  const unknown = Object.keys(given as object).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const those = known.length === 0 ? 'this path has no parameters' : `the parameters are ${known.join(', ')}`;
  throw invalid(shownPath(['query', unknown]), `is not known; ${those}`);
};
