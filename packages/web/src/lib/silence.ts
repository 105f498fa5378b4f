import type { Event, Presence } from '@pairspace/protocol';

const isSilent = (presence: Presence | undefined): boolean =>
  presence?.status === 'offline' || presence?.status === 'unknown';

/**
 * Returns since when no agent is there: the last sign of life of any of them. An agent is not there when it has gone
 * silent or never sent a heartbeat, and has written nothing for as long as a heartbeat counts. Undefined while one is
 * there, while nothing is known of one yet, and when none has ever sent a heartbeat.
 */
export const silentSince = (
  agentIds: readonly string[],
  presence: ReadonlyMap<string, Presence>,
  events: readonly Event[],
  nowMs: number,
): string | undefined => {
  const records = agentIds.map((id) => presence.get(id));
  if (!records.every(isSilent)) return undefined;
  const seen = records.flatMap((one) => (one?.lastSeenAt && one.expiresAt ? [[one.lastSeenAt, one.expiresAt]] : []));
  const [last] = seen.toSorted().slice(-1);
  const [lastSeen, expires] = last ?? [];
  if (lastSeen === undefined || expires === undefined) return undefined;
  const written = events.findLast(({ actor }) => actor.kind === 'agent')?.timestamp ?? lastSeen;
  const since = written > lastSeen ? written : lastSeen;
  const patienceMs = Date.parse(expires) - Date.parse(lastSeen);
  return nowMs - Date.parse(since) < patienceMs ? undefined : since;
};
