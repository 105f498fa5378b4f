import type { Event } from '@pairspace/protocol';
import { nameOfActor } from './person-name.ts';

export const entryKinds = [
  { id: 'message', says: 'Messages' },
  { id: 'task', says: 'Tasks' },
  { id: 'ask', says: 'Asks' },
  { id: 'note', says: 'Notes' },
  { id: 'file', says: 'Files' },
  { id: 'job', says: 'Jobs' },
] as const;

/** The words and filters of a search in the session. Without words, the filters choose which entries the log shows. */
export interface EntryFilter {
  text: string;
  /** An agentId, or the id of an observer. */
  by: string | undefined;
  kind: (typeof entryKinds)[number]['id'] | undefined;
  hidesService: boolean;
}

export const noFilter: EntryFilter = { text: '', by: undefined, kind: undefined, hidesService: false };

export const isSearching = ({ text }: EntryFilter): boolean => text.trim() !== '';

/** Whether the log shows only the matching entries. The results of a search are a list of their own. */
export const isFiltering = (filter: EntryFilter): boolean =>
  !isSearching(filter) && (filter.by !== undefined || filter.kind !== undefined || filter.hidesService);

export const matches = (event: Event, { by, kind, hidesService }: EntryFilter): boolean =>
  !(hidesService && event.actor.kind === 'system') &&
  (by === undefined || event.actor.id === by) &&
  (kind === undefined || event.event.startsWith(`${kind}.`));

const mostPeople = 6;

/** The people who acted in these entries, at most `mostPeople`, each with the newest name. */
export const peopleIn = (events: readonly Event[]): (readonly [id: string, name: string])[] => {
  const names = new Map<string, string>();
  for (const { actor, event } of events)
    if (actor.kind === 'observer' && !event.startsWith('observer.')) names.set(actor.id, nameOfActor(actor));
  return [...names].slice(0, mostPeople);
};
