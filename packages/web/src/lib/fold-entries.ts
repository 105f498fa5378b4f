import type { Event } from '@pairspace/protocol';
import { sameDay } from './format.ts';

/** The entries that are shown, and how far the last visit saw them. */
export interface Log {
  find: (seq: number) => Event | undefined;
  seenSeq: number | undefined;
}

const areAlike = (one: Event, next: Event): boolean => {
  if (one.event === 'message.unread') return next.event === one.event && next.data.agentId === one.data.agentId;
  if (one.event !== 'file.updated' || next.event !== one.event) return false;
  return next.actor.id === one.actor.id && next.data.path === one.data.path;
};

/** Whether the row of the next entry stands for this entry too. A new day or a new visit begins a row of its own. */
const goesOn = (event: Event, { find, seenSeq }: Log): boolean => {
  const next = find(event.seq + 1);
  return (
    next !== undefined && event.seq !== seenSeq && areAlike(event, next) && sameDay(event.timestamp, next.timestamp)
  );
};

/**
 * Whether an entry has no row of its own. The last entry of a run of alike entries stands for the whole run, and the
 * card of a job shows all changes of the job.
 */
export const isFolded = (event: Event, log: Log): boolean =>
  event.event === 'job.updated' ? event.data.status !== 'pending' || event.data.attempt > 0 : goesOn(event, log);

/** The run of alike entries that ends with this entry, oldest first. */
export const runOf = (last: Event, log: Log): readonly Event[] => {
  const run = [last];
  for (let event = log.find(last.seq - 1); event && goesOn(event, log); event = log.find(event.seq - 1))
    run.unshift(event);
  return run;
};
