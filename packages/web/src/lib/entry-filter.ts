import type { Event } from '@pairspace/protocol';

export const entryKinds = [
  { id: 'message', says: 'Messages' },
  { id: 'task', says: 'Tasks' },
  { id: 'ask', says: 'Asks' },
  { id: 'note', says: 'Notes' },
  { id: 'file', says: 'Files' },
  { id: 'job', says: 'Jobs' },
] as const;

/** The shown part of the log. */
export interface EntryFilter {
  text: string;
  /** An agentId, or `person`. */
  by: string | undefined;
  kind: (typeof entryKinds)[number]['id'] | undefined;
  hidesService: boolean;
}

export const noFilter: EntryFilter = { text: '', by: undefined, kind: undefined, hidesService: false };

export const isFiltering = ({ text, by, kind, hidesService }: EntryFilter): boolean =>
  text.trim() !== '' || by !== undefined || kind !== undefined || hidesService;

/** The texts of an entry that people search for. */
const wordsOf = ({ data, actor }: Event): string => {
  const { content, title, path, label, type } = data as Partial<Record<string, unknown>>;
  return [actor.name, content, title, path, label, type].filter((one) => typeof one === 'string').join('\n');
};

const isBy = ({ actor }: Event, by: string): boolean =>
  by === 'person' ? actor.kind === 'observer' : actor.kind === 'agent' && actor.id === by;

export const matches = (event: Event, { text, by, kind, hidesService }: EntryFilter): boolean =>
  !(hidesService && event.actor.kind === 'system') &&
  (by === undefined || isBy(event, by)) &&
  (kind === undefined || event.event.startsWith(`${kind}.`)) &&
  wordsOf(event).toLowerCase().includes(text.trim().toLowerCase());
