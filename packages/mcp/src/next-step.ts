import { findParents } from '@pairspace/client';
import { type InboxItem, type Message, word } from '@pairspace/protocol';
import type { Answer } from './answer.ts';
import { callFor, endOf, isLong, piecesOf } from './messages.ts';
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

/** A message alone, from an offset on. The call that marks it as read stands behind its end. */
export const showMessage = async (
  place: SeatedAgent,
  message: Message,
  signal: AbortSignal,
  offset?: string,
): Promise<Answer> => {
  const { client, sessionId, agentId } = place;
  const pieces = piecesOf(message, agentId, await findParents(client, sessionId, [message], { signal }));
  const unseen = await firstUnseen(place, ({ seq }) => seq >= message.seq, signal);
  const end = isLong(message) ? `, end ${endOf(message)}` : '';
  const next =
    unseen === Infinity || unseen > message.seq
      ? `Next, when you have dealt with it: pairspace_done ${word(message.seq)}${end}`
      : 'Next: pairspace_inbox has other unread entries';
  return { pieces, call: callFor(message), offset, next };
};
