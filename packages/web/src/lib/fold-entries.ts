import type { Event } from '@pairspace/protocol';

type Find = (seq: number) => Event | undefined;

type UnreadEvent = Extract<Event, { event: 'message.unread' }>;

const isSameUnread = (one: Event | undefined, { data }: UnreadEvent): one is UnreadEvent =>
  one?.event === 'message.unread' && one.data.agentId === data.agentId;

/** Whether an entry is told by another: a run of unread messages by its last, a change of a job by the job's card. */
export const isFolded = (event: Event, find: Find): boolean => {
  if (event.event === 'message.unread') return isSameUnread(find(event.seq + 1), event);
  return event.event === 'job.updated' && (event.data.status !== 'pending' || event.data.attempt > 0);
};

/** The unread messages of one agent in a row, of which this entry is the last. */
export const unreadRun = (last: UnreadEvent, find: Find): readonly UnreadEvent[] => {
  const run = [last];
  for (let event = find(last.seq - 1); isSameUnread(event, last); event = find(event.seq - 1)) run.unshift(event);
  return run;
};
