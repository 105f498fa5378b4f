import { type InboxItem, word } from '@pairspace/protocol';
import type { SeatedAgent } from './seating.ts';

const mostItems = 50;

/** The number of the first unread inbox entry that a tool does not show; Infinity if there is none. */
export const firstUnseen = async (
  { client, sessionId }: SeatedAgent,
  isShown: (item: InboxItem) => boolean,
  signal: AbortSignal,
): Promise<number> => {
  const { items, nextCursor } = await client.readInbox({ sessionId, limit: mostItems }, { signal });
  const last = nextCursor === null ? undefined : items.at(-1);
  return items.find((item) => !isShown(item))?.seq ?? (last ? last.seq + 1 : Infinity);
};

export const isMessage = ({ event }: InboxItem): boolean => event.event === 'message.created';

/** The next call after the messages up to a number. The inbox comes first if it holds other unread entries. */
export const nextStep = (seq: number, unseen: number): string => {
  const wait = `pairspace_wait since ${word(seq)}`;
  return unseen === Infinity ? wait : `pairspace_inbox has other unread entries; then ${wait}`;
};
