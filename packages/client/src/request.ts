import {
  type BodyGiven,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  endpoints,
  type ParamsGiven,
  type QueryGiven,
  type ResultOf,
} from '@pairspace/protocol';

/** Every endpoint but `streamEvents`, whose answer has no end: `followEvents` reads that stream. */
export type CallName = Exclude<EndpointName, 'streamEvents'>;

export const callNames = (Object.keys(endpoints) as EndpointName[]).filter((name) => name !== 'streamEvents');

/** Options of a call, apart from its parameters. */
export interface CallOptions {
  /** For example `If-Match`, or your own `Idempotency-Key`. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

type Nothing = Record<never, never>;
type Part<Name extends string, T> = Nothing extends T ? Partial<Record<Name, T>> : Record<Name, T>;
type Flat<T> = { [K in keyof T]: T[K] };

/** The input of an endpoint, part by part. */
export type RequestOf<E extends Endpoint> = Part<'params', ParamsGiven<E>> & { query?: QueryGiven<E> } & Part<
    'body',
    BodyGiven<E>
  > &
  CallOptions;

/** The input of an endpoint in one object: the names in path, query and body are distinct. */
export type GivenTo<E extends Endpoint> = Flat<ParamsGiven<E> & QueryGiven<E> & BodyGiven<E>>;

/** A request of any endpoint. */
export interface AnyRequest extends CallOptions {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: Readonly<Record<string, unknown>>;
}

interface Page {
  items: readonly unknown[];
  nextCursor: string | null;
}

/** The endpoints that return a page of a list. */
export type ListName = { [N in CallName]: ResultOf<Endpoints[N]> extends Page ? N : never }[CallName];
export type ItemOf<N extends ListName> = ResultOf<Endpoints[N]>['items'][number];

/** Names of the path parameters of an endpoint. */
const pathNames = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/\/[:*](\w+)/g)].flatMap(([, name]) => name ?? []);

/** Distributes the fields of one object to the parts of the request. */
export const requestFrom = (name: CallName, given: Readonly<Record<string, unknown>>): AnyRequest => {
  const endpoint: Endpoint = endpoints[name];
  const inPath = new Set(pathNames(endpoint));
  const split = (wanted: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(given).filter(([key, value]) => value !== undefined && wanted(key)));
  const rest = split((key) => !inPath.has(key));
  const params = split((key) => inPath.has(key)) as Record<string, string>;
  if (!endpoint.body) return { params, query: rest as NonNullable<AnyRequest['query']> };
  const inQuery = new Set(Object.keys(endpoint.query?.shape ?? {}));
  const query = split((key) => !inPath.has(key) && inQuery.has(key)) as NonNullable<AnyRequest['query']>;
  return { params, query, body: split((key) => !inPath.has(key) && !inQuery.has(key)) };
};
