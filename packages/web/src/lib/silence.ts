import type { Presence } from '@pairspace/protocol';

/** An agent is not there when it has given no sign of life for this time. */
const patienceMs = 60_000;

/**
 * Returns the time since which no agent is there: the last heartbeat or write of any agent. Undefined while an agent is
 * there, while nothing is known of an agent yet, and where no agent has ever sent a heartbeat.
 */
export const silentSince = (
  agentIds: readonly string[],
  presence: ReadonlyMap<string, Presence>,
  nowMs: number,
): string | undefined => {
  const records = agentIds.map((id) => presence.get(id));
  if (!records.every((one) => one?.status === 'offline' || one?.status === 'unknown')) return undefined;
  if (!records.some((one) => one?.status === 'offline')) return undefined;
  const last = records
    .flatMap((one) => one?.lastActiveAt ?? [])
    .sort()
    .at(-1);
  return last !== undefined && nowMs - Date.parse(last) >= patienceMs ? last : undefined;
};
