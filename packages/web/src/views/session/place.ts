import type { SearchHit } from '@pairspace/protocol';
import { hrefOf } from '../../lib/route.ts';

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
