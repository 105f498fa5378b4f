import { ServiceError, type Session, type Visibility } from '@pairspace/protocol';
import { actingAs, type OperatorCaller, type SessionCaller } from '../access/caller.ts';
import { queueIndexing } from '../events/index-entry.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeSession, loadSession } from './change-session.ts';
import { assertProven } from './open-session.ts';
import { presentFor } from './present-session.ts';

/** Sets the visibility, or toggles it by default (SES-13). */
export const setVisibility = async (
  tx: Transaction,
  caller: SessionCaller | OperatorCaller,
  sessionId: string,
  asked: Visibility | undefined,
): Promise<Session> => {
  const loaded = await loadSession(tx, sessionId);
  const { row, seats } = loaded;
  const present = presentFor(caller);
  const visibility = caller.kind === 'operator' ? forOperator(asked) : (asked ?? other[row.visibility]);
  if (visibility === row.visibility) return present(row, seats);
  if (visibility === 'public') assertProven(row.unproven_seq);
  const changed = await changeSession(tx, loaded, {
    event: 'session.updated',
    actor: actingAs(caller),
    changes: { visibility },
    needsRoom: visibility === 'public',
  });
  queueIndexing(tx, sessionId, 0);
  return present(changed, seats);
};

const other = { public: 'private', private: 'public' } as const;

/** The operator can hide a session; only its creator can publish it (MOD-3). */
const forOperator = (asked: Visibility | undefined): Visibility => {
  if (asked !== 'public') return 'private';
  throw new ServiceError('FORBIDDEN', 'The operator’s token makes a session private, and never public.');
};
