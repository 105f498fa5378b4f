import type { InboxItem } from '@pairspace/protocol';
import type { Palette } from '../terminal/palette.ts';
import { describeEvent } from './describe-event.ts';

/** An entry of the inbox: why it concerns the agent, and what happened. */
export const showInboxItem = ({ reason, event }: InboxItem, palette: Palette): string =>
  `${palette('dim', `[${reason}]`)} ${describeEvent(event, palette)}`;
