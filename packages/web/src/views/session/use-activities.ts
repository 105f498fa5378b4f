import { type Presence, visibleLine } from '@pairspace/protocol';
import { readersClock } from '../../lib/format.ts';
import { useShown } from './shown.ts';

const sayPresence = ({ status, currentActivity, lastActiveAt }: Presence, isAsking: boolean): string => {
  const lastActive = `Last active ${readersClock.time(lastActiveAt)}`;
  if (status === 'unknown') return `${lastActive}, no heartbeat`;
  if (status === 'offline')
    return `${lastActive}, then silent${currentActivity === null ? '' : `: ${visibleLine(currentActivity)}`}`;
  if (currentActivity !== null) return visibleLine(currentActivity);
  return isAsking ? 'waits for a person' : status;
};

/** Returns the sentence for the present activity of an agent. */
export const useActivities = (): ((agentId: string) => string) => {
  const { feed, moment } = useShown();
  const asking = new Set(feed.events.questions.open([...moment.state.seats.keys()]).map(({ agentId }) => agentId));
  return (agentId) => {
    const presence = feed.presence.get(agentId);
    return presence ? sayPresence(presence, asking.has(agentId)) : '';
  };
};
