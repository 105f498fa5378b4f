import type { InboxItem } from '@pairspace/protocol';
import { line } from '../terminal/peer-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { showEvent } from './show-event.ts';

/** An entry of the inbox: why it concerns the agent, and what happened. */
export const showInboxItem = ({ reason, event }: InboxItem, terminal: Pick<Terminal, 'palette' | 'columns'>): string =>
  `${terminal.palette('dim', line`[${reason}]`)} ${showEvent(event, terminal)}`;
