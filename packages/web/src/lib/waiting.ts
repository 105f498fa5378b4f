import type { Event } from '@pairspace/protocol';

/** Somebody was asked and has done nothing since, or has not read it for long. */
export interface Waiting {
  agentId: string;
  seq: number;
  from: string;
  kind: 'handoff' | 'mention' | 'message';
  since: string;
}

/** Who of the agents waits to be heard by whom, as far as these entries say; the longest wait first. */
export const findWaiting = (events: readonly Event[], agentIds: readonly string[]): Waiting[] => {
  const open = new Map<string, Waiting>();
  const messages = new Map<number, Omit<Waiting, 'agentId'>>();
  for (const { event, actor, data, seq, timestamp } of events) {
    if (event === 'message.unread') {
      const unread = messages.get(data.seq);
      if (unread && agentIds.includes(data.agentId) && !open.has(data.agentId))
        open.set(data.agentId, { agentId: data.agentId, ...unread });
      continue;
    }
    open.delete(actor.id);
    if (event !== 'message.created') continue;
    const { mentions, msgType } = data;
    const others = agentIds.filter((id) => id !== actor.id);
    const isHandoff = msgType === 'handoff';
    // In a session of two a handoff that names nobody is for the other.
    const asked = isHandoff && mentions.length === 0 && others.length === 1 ? others : mentions;
    const message = { seq, from: actor.name, since: timestamp };
    messages.set(seq, { ...message, kind: isHandoff ? 'handoff' : mentions.length > 0 ? 'mention' : 'message' });
    for (const agentId of asked)
      if (others.includes(agentId) && !open.has(agentId))
        open.set(agentId, { agentId, ...message, kind: isHandoff ? 'handoff' : 'mention' });
  }
  return [...open.values()].sort((a, b) => a.seq - b.seq);
};
