import { type Calls, findParents } from '@pairspace/client';
import type { InboxItem, Message } from '@pairspace/protocol';
import { line } from '../terminal/peer-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { showEvent } from './show-event.ts';

/** An entry of the inbox: why it concerns the agent, and what happened. */
export const showInboxItem = (
  { reason, event }: InboxItem,
  terminal: Pick<Terminal, 'palette' | 'columns'>,
  parents?: ReadonlyMap<string, Message>,
): string => `${terminal.palette('dim', line`[${reason}]`)} ${showEvent(event, terminal, parents)}`;

/** The messages to which those of an inbox reply. */
export const parentsOf = (
  client: Pick<Calls, 'getMessage'>,
  sessionId: string,
  items: readonly InboxItem[],
): Promise<Map<string, Message>> =>
  findParents(
    client,
    sessionId,
    items.flatMap(({ event }) => (event.event === 'message.created' ? [event.data] : [])),
  );
