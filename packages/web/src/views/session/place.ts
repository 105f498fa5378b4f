import type { SearchHit } from '@pairspace/protocol';
import type { SessionFeed } from '../../model/session-feed.ts';
import type { Log } from '../../lib/fold-entries.ts';
import type { LastSeen } from '../../lib/last-seen.ts';
import { hrefOf } from '../../lib/route.ts';
import type { Moment } from './use-moment.ts';

export const panels = [
  { id: 'who', says: 'Who is here', key: 'a' },
  { id: 'tasks', says: 'Tasks', key: 't' },
  { id: 'notes', says: 'Notes', key: 'n' },
  { id: 'files', says: 'Files', key: 'f' },
  { id: 'jobs', says: 'Jobs', key: 'r' },
  { id: 'more', says: 'More', key: 'm' },
] as const;

/** Panels without a tab: a message leads to a thread, the list under More to a webhook. */
const withoutTab = ['thread', 'webhook'] as const;

export type Panel = (typeof panels)[number]['id'] | (typeof withoutTab)[number];

export const panelOf = (text: string | null): Panel | undefined =>
  withoutTab.find((id) => id === text) ?? panels.find(({ id }) => id === text)?.id;

/** The place of a reader in a session, all of which is in the address. */
export interface Place {
  panel: Panel | undefined;
  /** The id of the item that is open in the panel; for a file its path. */
  open: string | undefined;
  /** The `seq` of the selected entry. */
  seq: number | undefined;
  /** The session is shown as it was after this entry; as it is now when undefined. */
  at: number | undefined;
}

/** The properties of every part of the view. */
export interface PanelProps {
  feed: SessionFeed;
  moment: Moment;
  place: Place;
  show: (next: Partial<Place>) => void;
  /** The number of calls of `show` with an entry. It changes even if the same entry is shown again. */
  showCount: number;
  /** The reader's last visit before this one. */
  lastVisit: LastSeen | undefined;
}

/** The log up to the moment that is shown. */
export const logOf = ({ feed, moment, lastVisit }: PanelProps): Log => ({
  find: (seq) => (seq > moment.seq ? undefined : feed.events.get(seq)),
  seenSeq: lastVisit?.seq,
});

export const askHref = (sessionId: string, askId: string): string => hrefOf(['s', sessionId, 'ask', askId]);

/** The address of a search hit. */
export const hitHref = ({ sessionId, kind, id, seq, title }: SearchHit): string => {
  if (kind === 'ask') return askHref(sessionId, id);
  if (kind === 'message') return hrefOf(['s', sessionId], { seq: String(seq) });
  return hrefOf(['s', sessionId], { panel: `${kind}s`, open: kind === 'file' ? (title ?? id) : id });
};

export const placeHref = (sessionId: string, { panel, open, seq, at }: Place): string =>
  hrefOf(['s', sessionId], { panel, open, seq: seq && String(seq), at: at && String(at) } as Record<
    string,
    string | undefined
  >);
