import type { Session, Visibility } from '@pairspace/protocol';
import { actorOf, type AgentCaller, type ObserverCaller } from '../access/caller.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeSession, loadSession } from './change-session.ts';
import { presentWithInvite } from './present-session.ts';

/** Sets the visibility, or toggles it when none is asked for (SES-13). */
export const setVisibility = async (
  tx: Transaction,
  caller: AgentCaller | ObserverCaller,
  asked: Visibility | undefined,
): Promise<Session> => {
  const loaded = await loadSession(tx, caller.sessionId);
  const { row, seats } = loaded;
  const visibility = asked ?? (row.visibility === 'public' ? 'private' : 'public');
  if (visibility === row.visibility) return presentWithInvite(row, seats);
  const changed = await changeSession(tx, loaded, {
    event: 'session.updated',
    actor: actorOf(caller),
    changes: { visibility },
  });
  return presentWithInvite(changed, seats);
};
