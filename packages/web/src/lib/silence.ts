import type { Event, Presence } from '@pairspace/protocol';

const isSilent = (presence: Presence | undefined): boolean =>
  presence?.status === 'offline' || presence?.status === 'unknown';

/**
 * Since when no agent is there: each has gone silent or never sent a heartbeat, and for as long as that takes none has
 * written. Undefined while one is there, and while nothing is known of one.
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
