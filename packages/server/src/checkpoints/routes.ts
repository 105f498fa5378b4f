import type { Endpoints } from '@pairspace/protocol';
import type { Bind } from '../http/dispatch/call.ts';
import { invariant } from '../lib/invariant.ts';
import type { Queries } from '../storage/storage.ts';
import { listPublicKeys } from './key-store.ts';
import type { Signer } from './signer.ts';

interface CheckpointRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  signer: Signer;
  now: () => number;
}

export const bindCheckpoints = ({ bind, endpoints, read, signer, now }: CheckpointRoutes): void => {
  bind(endpoints.getCheckpoint, ({ session }) => {
    invariant(session, 'a checkpoint has a session');
    const { id: sessionId, lastSeq: seq, lastHash: hash } = session;
    return Promise.resolve(signer.checkpoint({ sessionId, seq, hash }, now()));
  });
  bind(endpoints.listKeys, async () => {
    const keys = await listPublicKeys(read);
    const isCurrent = ({ kid }: { kid: string }): boolean => kid === signer.publicKey.kid;
    return { keys: [...keys.filter(isCurrent), ...keys.filter((key) => !isCurrent(key))] };
  });
};
