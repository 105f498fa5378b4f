import { word } from '@pairspace/protocol';
import { whole } from './answer.ts';
import { inboxEntries, showEntries } from './messages.ts';
import type { Seating } from './seating.ts';

const mostItems = 20;
const allCharacters = 15_000;
/** A session whose entries get less than this comes in a later answer. */
const leastCharacters = 1000;

/** The inbox over all seats of the agent key, session by session, as soon as something is in it. */
export const showOwnInbox = async (seating: Seating, wait: number, signal: AbortSignal): Promise<string> => {
  const client = seating.me?.();
  if (!client) throw new Error('There is no agent key here. pairspace setup --key makes one for this program.');
  const { agentId } = await client.getMe({}, { signal });
  const { items, nextCursor } = await client.readMyInbox({ limit: mostItems, wait }, { signal });
  if (items.length === 0) return 'nothing new concerns you in any session; pairspace_inbox with all and seconds waits';
  const sessions = new Map<string, typeof items>();
  for (const item of items) sessions.set(item.sessionId, [...(sessions.get(item.sessionId) ?? []), item]);
  const shown: string[] = [];
  let left = allCharacters;
  let isAll = nextCursor === null;
  for (const [sessionId, ofSession] of sessions) {
    const name = whole([
      `In ${word(sessionId)}:`,
      { by: 'name of the session', text: ofSession[0]?.sessionName ?? '' },
    ]);
    const entries = await inboxEntries(ofSession, agentId, [client, sessionId, signal]);
    const { text, count } = left < leastCharacters ? { text: '', count: 0 } : showEntries(entries, left - name.length);
    const last = entries[count - 1];
    isAll &&= count === entries.length;
    // A message that fits into no answer is shown by the inbox of its session.
    const next = last
      ? `then pairspace_done ${word(last.seq)} with the seat of this session`
      : 'pairspace_inbox with the seat of this session shows what is new';
    if (left < leastCharacters) break;
    const part = [name, ...(last ? [text] : []), next].join('\n');
    shown.push(part);
    left -= part.length + 2;
  }
  return `${shown.join('\n\n')}${isAll ? '' : '\nThere is more after these: pairspace_inbox all'}`;
};
