import type { Message } from '@pairspace/protocol';
import { plural } from '../../lib/format.ts';
import { useStore } from '../../lib/use-store.ts';
import type { PanelProps } from './place.ts';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';

/** Leads from a message to its thread. */
export const ThreadLink = ({ shared, message }: { shared: PanelProps; message: Message }) => {
  const { feed, moment, show } = shared;
  useStore(feed.positions);
  const replies = feed.events.repliesTo(message.id).filter(({ seq }) => !moment.isPast || seq <= moment.seq);
  if (replies.length === 0) return null;
  return (
    <Button class="link small" act={calling(show, { panel: 'thread', open: message.id })}>
      {plural(replies.length, 'reply', 'replies')}
    </Button>
  );
};
