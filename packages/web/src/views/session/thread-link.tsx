import type { Message } from '@pairspace/protocol';
import { plural } from '../../lib/format.ts';
import { useStore } from '../../lib/use-store.ts';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useShown } from './shown.ts';

/** Leads from a message to its thread. */
export const ThreadLink = ({ message }: { message: Message }) => {
  const { feed, moment, show } = useShown();
  useStore(feed.positions);
  const replies = feed.events.repliesTo(message.id).filter(({ seq }) => !moment.isPast || seq <= moment.seq);
  if (replies.length === 0) return null;
  return (
    <Button class="link small" act={calling(show, { panel: 'thread', open: message.id })}>
      {plural(replies.length, 'reply', 'replies')}
    </Button>
  );
};
