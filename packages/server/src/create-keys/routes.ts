import type { Endpoints } from '@pairspace/protocol';
import { listCreateKeys, makeCreateKey, revokeCreateKey } from '../access/create-key.ts';
import type { Bind } from '../http/dispatch/call.ts';
import type { Queries } from '../storage/storage.ts';

interface CreateKeyRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
}

export const bindCreateKeys = ({ bind, endpoints, read }: CreateKeyRoutes): void => {
  bind(endpoints.makeCreateKey, ({ body, write }) => write((tx) => makeCreateKey(tx, body.name)));
  bind(endpoints.listCreateKeys, ({ query }) => listCreateKeys(read, query));
  bind(endpoints.revokeCreateKey, ({ params, write }) => write((tx) => revokeCreateKey(tx, params.keyId)));
};
