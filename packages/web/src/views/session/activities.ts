import { type Presence, visibleLine } from '@pairspace/protocol';
import { readersClock } from '../../lib/format.ts';
import type { PanelProps } from './place.ts';

const sayPresence = ({ status, currentActivity, lastActiveAt }: Presence, isAsking: boolean): string => {
  const lastActive = `Last active ${readersClock.time(lastActiveAt)}`;
  if (status === 'unknown') return `${lastActive}, no heartbeat`;
  if (status === 'offline')
    return `${lastActive}, then silent${currentActivity === null ? '' : `: ${visibleLine(currentActivity)}`}`;
  if (currentActivity !== null) return visibleLine(currentActivity);
  return isAsking ? 'waits for a person' : status;
};

/** Returns the sentence for the present activity of an agent. */
export const activities = ({ feed, moment }: PanelProps): ((agentId: string) => string) => {
  const asking = new Set(feed.events.questions.open([...moment.state.seats.keys()]).map(({ agentId }) => agentId));
  return (agentId) => {
    const presence = feed.presence.get(agentId);
    return presence ? sayPresence(presence, asking.has(agentId)) : '';
  };
};
