import { type Message, word } from '@pairspace/protocol';
import { callFor, endOf, isLong } from './messages.ts';
import type { SeatedAgent } from './seating.ts';

const mostItems = 50;
const mostPages = 40;
/** The number of messages before a number that are looked at, whether or not they concern the agent. */
const mostTalk = 20;

interface Mark {
  upTo: number;
  /** The message whose end a long answer has told. */
  end?: string | undefined;
  /** Also stops at a long message that concerns others. */
  isTalk?: boolean;
  signal: AbortSignal;
}

/**
 * Marks the log as read up to a number that the agent itself gives. Only a received result contains this number, so
 * lost results never count as read. A message that no answer shows whole counts as read when the agent has its end, too
 * (MCP-9). Returns such a message before which the mark stops.
 */
export const markRead = async (place: SeatedAgent, mark: Mark): Promise<Message | undefined> => {
  const { client, sessionId } = place;
  const { upTo, signal } = mark;
  if (upTo <= 0) return undefined;
  const cut = await findCut(place, mark);
  const seq = cut ? cut.seq - 1 : upTo;
  if (seq > 0) await client.movePosition({ sessionId, seq, via: 'mcp' }, { signal });
  return cut;
};

/** The refusal to mark a message as read of which only a part was shown. */
export const notWhole = (cut: Message): Error =>
  new Error(
    `#${word(cut.seq)} is longer than one answer. Show its rest: ${callFor(cut)} with the offset that was named.`,
  );

const findCut = async (
  { client, sessionId, agentId }: SeatedAgent,
  { upTo, end, isTalk = false, signal }: Mark,
): Promise<Message | undefined> => {
  const isUnproved = (message: Message): boolean =>
    message.seq <= upTo &&
    message.authorAgentId !== agentId &&
    isLong(message) &&
    !(message.seq === upTo && end === endOf(message));
  let readSeq = upTo;
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const inbox = await client.readInbox({ sessionId, limit: mostItems, cursor }, { signal });
    if (page === 0) readSeq = inbox.readSeq;
    for (const { event } of inbox.items)
      if (event.event === 'message.created' && isUnproved(event.data)) return event.data;
    if (inbox.nextCursor === null || (inbox.items.at(-1)?.seq ?? upTo) >= upTo) break;
    cursor = inbox.nextCursor;
  }
  if (!isTalk || upTo <= readSeq) return undefined;
  const { items } = await client.listMessages({ sessionId, before: String(upTo + 1), limit: mostTalk }, { signal });
  return items.find((message) => message.seq > readSeq && isUnproved(message));
};
