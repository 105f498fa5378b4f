import type { Slice } from '../slice.ts';
import { listCreateKeys, makeCreateKey } from './create-key.ts';

/** The endpoints of create keys. */
export const access: Slice = {
  bind({ bind, endpoints, read }) {
    bind(endpoints.makeCreateKey, ({ body, write }) => write((tx) => makeCreateKey(tx, body)));
    bind(endpoints.listCreateKeys, ({ query }) => listCreateKeys(read, query));
  },
};
