import type { Event } from '@pairspace/protocol';

/** Somebody was asked and has done nothing since. */
export interface Waiting {
  agentId: string;
  seq: number;
  from: string;
  kind: 'handoff' | 'mention';
  since: string;
}

/** Who of the agents waits to be heard by whom, as far as these entries say; the longest wait first. */
export const findWaiting = (events: readonly Event[], agentIds: readonly string[]): Waiting[] => {
  const open = new Map<string, Waiting>();
  for (const { event, actor, data, seq, timestamp } of events) {
    open.delete(actor.id);
    if (event !== 'message.created') continue;
    const { mentions, msgType } = data;
    const others = agentIds.filter((id) => id !== actor.id);
    const isHandoff = msgType === 'handoff';
    // In a session of two a handoff that names nobody is for the other.
    const asked = isHandoff && mentions.length === 0 && others.length === 1 ? others : mentions;
    for (const agentId of asked)
      if (others.includes(agentId) && !open.has(agentId))
        open.set(agentId, {
          agentId,
          seq,
          from: actor.name,
          kind: isHandoff ? 'handoff' : 'mention',
          since: timestamp,
        });
  }
  return [...open.values()].sort((a, b) => a.seq - b.seq);
};
