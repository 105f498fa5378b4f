import type { Event } from '@pairspace/protocol';

/** A message with a request to somebody. */
export interface Ask {
  seq: number;
  from: string;
  kind: 'handoff' | 'mention' | 'message';
  since: string;
}

/** Somebody was asked and has done nothing since, or has not read it for long. It says what the oldest ask says. */
export interface OpenRequest extends Ask {
  agentId: string;
  /** All that is open, the oldest first. */
  asks: readonly Ask[];
}

/** The agents that wait for an answer, and from whom, by these entries; the longest wait first. */
export const findWaiting = (events: readonly Event[], agentIds: readonly string[]): OpenRequest[] => {
  const open = new Map<string, Ask[]>();
  const messages = new Map<number, Ask>();
  const add = (agentId: string, ask: Ask): void => {
    const asks = open.get(agentId) ?? [];
    if (!asks.some(({ seq }) => seq === ask.seq)) open.set(agentId, [...asks, ask]);
  };
  for (const { event, actor, data, seq, timestamp } of events) {
    if (event === 'message.unread') {
      const unread = messages.get(data.seq);
      if (unread && agentIds.includes(data.agentId)) add(data.agentId, unread);
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
      if (others.includes(agentId)) add(agentId, { ...message, kind: isHandoff ? 'handoff' : 'mention' });
  }
  return [...open].map(([agentId, asks]) => waitingOf(agentId, asks)).sort((a, b) => a.seq - b.seq);
};

const waitingOf = (agentId: string, asks: readonly Ask[]): OpenRequest => {
  const [oldest, ...newer] = asks.toSorted((a, b) => a.seq - b.seq) as [Ask, ...Ask[]];
  return { agentId, ...oldest, asks: [oldest, ...newer] };
};
