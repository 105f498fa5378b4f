import { type Endpoint, type EndpointName, endpoints, pathOf } from '@pairspace/protocol';
import { appendAdminEntry, toldOf } from '../../access/admin-log.ts';
import type { Caller } from '../../access/caller.ts';
import type { SessionHead } from '../../access/session-head.ts';
import type { Transaction } from '../../storage/storage.ts';
import { Answer } from './answer.ts';
import type { UnparsedInput } from './call.ts';

/** The parts of a request that the administration log needs. */
interface ToldRequest {
  endpoint: Endpoint;
  caller: Caller;
  session: SessionHead | undefined;
  input: UnparsedInput;
}

const nameOf = new Map<string, EndpointName>(
  Object.entries(endpoints).map(([name, { method, path }]) => [`${method} ${path}`, name as EndpointName]),
);

/** Returns a request in the form in which the administration log records it. */
export const actOf = ({ endpoint, input }: Pick<ToldRequest, 'endpoint' | 'input'>, result?: unknown) => {
  const { id, session } = (result ?? {}) as { id?: unknown; session?: { id: unknown } };
  const idOfMade = endpoint.creates === 'sessions' ? session?.id : id;
  const made = endpoint.status[0] === 201 ? idOfMade : undefined;
  return {
    action: nameOf.get(`${endpoint.method} ${endpoint.path}`) ?? '',
    target: pathOf(endpoint, input.params),
    details: { ...toldOf(input.query, input.body), ...(typeof made === 'string' && { id: made }) },
  };
};

/**
 * Whether the operator itself, and not a worker, makes a request that the administration log records (ADM-1).
 */
const isAct = ({ endpoint: { access, untold }, caller }: Pick<ToldRequest, 'endpoint' | 'caller'>): boolean =>
  caller.kind === 'operator' && caller.worker === undefined && access !== 'worker' && untold !== true;

/** Whether the operator reads data that others may not read, which the log records too. */
export const isToldRead = (request: ToldRequest, query: unknown): boolean => {
  const { endpoint, session } = request;
  if (endpoint.method !== 'GET' || !isAct(request)) return false;
  const isOfAll = (query as { scope?: unknown }).scope === 'all' || endpoint.access === 'webhookOwner';
  return session?.visibility === 'private' || endpoint.access === 'operator' || isOfAll || listsWebhooks(endpoint);
};

const listsWebhooks = ({ path }: Pick<Endpoint, 'path'>): boolean => path.startsWith('/api/webhooks');

/**
 * Records a write in the administration log, in the transaction of the write. An operation that writes in several
 * transactions is recorded only once.
 */
export const tellerOf = (request: ToldRequest) => {
  let isTold = !isAct(request);
  return {
    tellOf: async <T>(tx: Transaction, work: Promise<T>): Promise<T> => {
      const result = await work;
      if (!isTold) await appendAdminEntry(tx, actOf(request, result instanceof Answer ? result.data : result));
      return result;
    },
    onCommitted: (): void => {
      isTold = true;
    },
  };
};
