import type { z } from 'zod';
import type { ConflictReason, ErrorCode } from './errors.ts';

/**
 * The callers that may use an endpoint (ACC-8 to ACC-13, JOB-25), in the words of the documentation. A new rule is
 * added here and in the server's guard.
 */
export const accessRules = {
  anyone: 'No token needed; one that is sent must be valid.',
  reader: 'Anyone while the session is public, else any token of the session, or the operator’s.',
  agent: 'An agent token of the session.',
  agentOrOperator: 'An agent token of the session, or the operator’s token.',
  noteEditor: 'An agent token of the session, or an observer token except a walk-in’s.',
  inviter: 'An agent token of the session, the observer token of its creation, or one with the right `steer`.',
  creator: 'The creator’s agent token, or the observer token of the session’s creation.',
  creatorOrOperator: 'What `creator` admits, or the operator’s token.',
  remover: 'What `creator` admits, or an observer token with the right `steer`.',
  person: 'The observer token of the session’s creation, or the operator’s token.',
  speaker: 'What `person` admits, or an observer token with the right `speak`.',
  answerer: 'What `person` admits, or an observer token with the right `answer`.',
  steerer: 'What `person` admits, or an observer token with the right `steer`.',
  webhookOwner:
    'Anyone for a webhook made without a token; for any other a token of its session. It is not there (404) for others.',
  worker: 'The session’s worker token, or the operator’s token.',
  operator: 'The operator’s token.',
  agentKey: 'An agent key.',
  agentKeyOrOperator: 'The agent key of the agent in the path, or the operator’s token.',
} as const;

export type Access = keyof typeof accessRules;

/** The tokens that an access rule admits, if a token is sent. */
export const tokensOf: Readonly<Record<Access, readonly ('session' | 'worker' | 'operator' | 'agentKey')[]>> = {
  anyone: ['session', 'operator', 'agentKey'],
  reader: ['session', 'operator'],
  agent: ['session'],
  agentOrOperator: ['session', 'operator'],
  noteEditor: ['session'],
  inviter: ['session'],
  creator: ['session'],
  creatorOrOperator: ['session', 'operator'],
  remover: ['session'],
  person: ['session', 'operator'],
  speaker: ['session', 'operator'],
  answerer: ['session', 'operator'],
  steerer: ['session', 'operator'],
  webhookOwner: ['session', 'operator'],
  worker: ['worker', 'operator'],
  operator: ['operator'],
  agentKey: ['agentKey'],
  agentKeyOrOperator: ['agentKey', 'operator'],
};

/** Whether a caller without a token may be admitted. */
export const isTokenOptional = (access: Access): boolean =>
  access === 'anyone' || access === 'reader' || access === 'webhookOwner';

/** Entities that a caller without a token may create, up to a limit per address (NET-14). */
export type Creation = 'sessions' | 'profiles' | 'ratings' | 'observers' | 'webhooks';

/** An endpoint as data. Validation, routes, clients, OpenAPI, documents and the access matrix are derived from it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` is one segment, `*name` the rest of the path. */
  path: string;
  access: Access;
  /** A few words, verb first. */
  summary: string;
  /** A sentence or two, if the summary leaves something open. */
  description?: string;
  /** Schemas of path parameters that are not opaque ids. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /**
   * The body schema of each kind of body, if one field decides about the type of another. Documents and generated
   * clients use these schemas; the operation itself checks the body.
   */
  bodyKinds?: readonly z.ZodObject[];
  /**
   * The operation reads the bytes of the body as they arrive, with its own bounds; only documents use the schema of the
   * body.
   */
  streamsBody?: true;
  /** The precondition headers that a write honours; every other one is 400 (API-24). */
  preconditions?: readonly ('if-match' | 'if-none-match')[];
  /** The answer has the version as its `ETag`. */
  tagged?: true;
  result: z.ZodType;
  /** The success statuses, the usual one first. */
  status: readonly [200 | 201, ...(200 | 201)[]];
  /** Error codes, apart from those that every endpoint may return. */
  errors?: readonly ErrorCode[];
  /** The values of `details.reason` in a 409 of this endpoint, apart from `request_in_flight`. */
  conflicts?: readonly ConflictReason[];
  /** A plausible request, for documents. Tests validate it with the schemas. */
  example?: {
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
  /** Media types besides JSON that `Accept` may ask for. */
  alsoAs?: readonly string[];
  /** A read that counts as a sign of life of the agent, as every write and every wait does (TASK-14). */
  signOfLife?: true;
  /** A rate limit of its own counts these requests (PRES-1, LIVE-4). */
  countedAs?: 'heartbeats' | 'liveOutput';
  /**
   * Fields of the body that others will read. A token in them is refused; in public sessions, so is a secret of another
   * service (SEC-1, SEC-2). The body takes `allowSecrets`.
   */
  screened?: readonly string[];
  /**
   * The entity that the endpoint creates. Strangers create a limited number per address (NET-14), and on a closed
   * service none without a key (MOD-9).
   */
  creates?: Creation;
  /** The request may come under a create key, although it needs none (MOD-16). */
  takesCreateKey?: true;
  /**
   * The log of the administration leaves this endpoint out, because workers call it, or because it reads that log
   * (ADM-1).
   */
  untold?: true;
  /** True: anyone may read here, even on a service where readers need a key (MOD-13). */
  openToAll?: true;
}

/** Declares an endpoint; an identity function that keeps the literal types. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type PathNames<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : Path extends `${string}/*${infer Name}`
      ? Name
      : never;

type OutputOf<S> = S extends z.ZodType ? z.output<S> : Record<never, never>;
type InputOf<S> = S extends z.ZodType ? z.input<S> : Record<never, never>;

/** Path parameters after validation. */
export type ParamsOf<E extends Endpoint> = Omit<Record<PathNames<E['path']>, string>, keyof OutputOf<E['params']>> &
  OutputOf<E['params']>;
/** Query after validation. */
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>;
/** Body after validation. */
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>;
/** The payload under `data`. The answer to a request with a body may carry warnings as well (API-22). */
export type ResultOf<E extends Endpoint> = z.output<E['result']> &
  (E['body'] extends z.ZodObject ? { warnings?: string[] | undefined } : unknown);

/** The input of a caller: path parameters as text, query and body before validation. */
export type ParamsGiven<E extends Endpoint> = Record<PathNames<E['path']>, string>;
export type QueryGiven<E extends Endpoint> = {
  [K in keyof InputOf<E['query']>]?: string | number | boolean | undefined;
};
export type BodyGiven<E extends Endpoint> = InputOf<E['body']>;

/** Fills `:name` and `*name` of an endpoint's path, percent-encoded segment by segment. */
export const pathOf = (endpoint: Pick<Endpoint, 'path'>, params: Record<string, string>): string =>
  endpoint.path.replace(/\/([:*])(\w+)/g, (_, kind: string, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`path parameter "${name}" is missing`);
    const segments = kind === '*' ? value.split('/') : [value];
    return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
  });
