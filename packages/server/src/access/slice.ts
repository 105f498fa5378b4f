import type { Slice } from '../slice.ts';
import { listCreateKeys, makeCreateKey, revokeCreateKey } from './create-key.ts';

/** The endpoints of create keys. */
export const access: Slice = {
  bind({ bind, endpoints, read }) {
    bind(endpoints.makeCreateKey, ({ body, write }) => write((tx) => makeCreateKey(tx, body.name)));
    bind(endpoints.listCreateKeys, ({ query }) => listCreateKeys(read, query));
    bind(endpoints.revokeCreateKey, ({ params, write }) => write((tx) => revokeCreateKey(tx, params.keyId)));
  },
};
