import type { Event } from '@pairspace/protocol';
import { plural } from '../../lib/format.ts';
import { TargetLink } from '../../content/target-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Named } from '../../ui/who.tsx';
import { SeqLink } from '../../content/seq-link.tsx';
import { useMoment } from './shown.ts';

interface UnreadRunProps {
  event: Extract<Event, { event: 'message.unread' }>;
  run: readonly Event[];
}

/** Mentions that one agent has not read, as one line. */
export const UnreadRun = ({ event, run }: UnreadRunProps) => {
  const moment = useMoment();
  const { agentId } = event.data;
  return (
    <div class="fact who-service">
      <span class="fact-icon">
        <Icon name="bell" size={15} />
      </span>
      <details class="unread-run">
        <summary>
          <Named as="b">{moment.state.seats.get(agentId)?.agentName ?? agentId}</Named> has{' '}
          {plural(run.length, 'unread mention')}
        </summary>
        <SeqLink seq={event.seq} />{' '}
        {run.map(
          (entry) =>
            entry.event === 'message.unread' && (
              <TargetLink key={entry.data.seq} to={{ seq: entry.data.seq }} class="link">
                #{entry.data.seq}
              </TargetLink>
            ),
        )}
      </details>
    </div>
  );
};
