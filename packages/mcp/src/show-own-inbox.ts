import { inQuotes, word } from '@pairspace/protocol';
import type { Seating } from './seating.ts';
import { showInbox } from './show-inbox.ts';

const mostItems = 20;

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
  for (const [sessionId, ofSession] of sessions) {
    const [last] = ofSession.slice(-1);
    const done = `then pairspace_done ${word(last?.seq ?? 0)} with the seat of this session`;
    const name = inQuotes(last?.sessionName ?? '');
    shown.push(`In ${word(sessionId)} ${name}:\n${await showInbox(ofSession, agentId)}\n${done}`);
  }
  return `${shown.join('\n\n')}${nextCursor === null ? '' : '\nThere is more after these.'}`;
};
