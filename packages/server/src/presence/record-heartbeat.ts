import { type BodyOf, type Endpoints, type Presence, ServiceError } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { announce } from '../events/announce.ts';
import type { Transaction } from '../storage/storage.ts';
import { findPresenceRow, isAway, type PresenceRow, presentPresence } from './presence-store.ts';
import { type OfflineRules, markOffline } from './mark-offline.ts';

/**
 * Records a heartbeat (PRES-1). Live streams get changes. The log gets an event only for an absence that ends here
 * before the watch has seen it.
 */
export const recordHeartbeat = async (
  tx: Transaction,
  caller: AgentCaller,
  { status, currentActivity, reach }: BodyOf<Endpoints['heartbeat']>,
  rules: OfflineRules,
): Promise<Presence> => {
  const { sessionId, agentId } = caller;
  const last = await findPresenceRow(tx, sessionId, agentId);
  if (!last) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  if (isAway(last, tx.now)) await markOffline(tx, { sessionId, agentId }, rules);
  const before = last.status === null || isAway(last, tx.now) ? undefined : last;
  const heard = {
    status: status ?? before?.status ?? 'online',
    current_activity: currentActivity === undefined ? (before?.current_activity ?? null) : currentActivity,
    last_seen_at: tx.now,
    expires_at: tx.now + rules.presenceTimeoutMs,
    reach: reach === undefined ? (before?.reach ?? null) : reach && JSON.stringify(reach),
  } satisfies Partial<PresenceRow>;
  await tx.run`
    insert into presence (session_id, agent_id, status, current_activity, last_seen_at, expires_at, reach, missed_periods)
    values (${sessionId}, ${agentId}, ${heard.status}, ${heard.current_activity}, ${heard.last_seen_at},
      ${heard.expires_at}, ${heard.reach}, 0)
    on conflict (session_id, agent_id) do update
    set status = excluded.status, current_activity = excluded.current_activity, last_seen_at = excluded.last_seen_at,
      expires_at = excluded.expires_at, reach = excluded.reach, missed_periods = 0
  `;
  // The first heartbeat must be durable, because a watch only reports agents that were online. Later ones may be lost.
  if (!before) tx.notify(sessionId);
  const presence = presentPresence({ ...last, ...heard }, tx.now);
  const isSame =
    before?.status === heard.status &&
    before.current_activity === heard.current_activity &&
    before.reach === heard.reach;
  if (!isSame) announce(tx, { sessionId, event: 'presence.updated', actor: actorOf(caller) }, presence);
  return presence;
};
