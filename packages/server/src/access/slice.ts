import type { Slice } from '../slice.ts';
import { listAdminLog } from './admin-log.ts';
import { listCreateKeys, makeCreateKey } from './create-key.ts';

/** The endpoints for making and listing create keys, and for reading the administration log. */
export const access: Slice = {
  bind({ bind, endpoints, read }) {
    bind(endpoints.makeCreateKey, ({ body, write }) => write((tx) => makeCreateKey(tx, body)));
    bind(endpoints.listAdminLog, ({ query }) => listAdminLog(read, query));
    bind(endpoints.listCreateKeys, ({ query }) => listCreateKeys(read, query));
  },
};
