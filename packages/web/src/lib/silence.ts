import type { Presence } from '@pairspace/protocol';

/** An agent that has given no sign of life for so long is not there. */
const patienceMs = 60_000;

/**
 * Returns since when no agent is there: the last heartbeat or write of any of them. Undefined while one is there, while
 * nothing is known of one yet, and where none has ever sent a heartbeat.
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
