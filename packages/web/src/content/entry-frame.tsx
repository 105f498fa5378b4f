import { type Event, visibleLine } from '@pairspace/protocol';
import type { ArticleHTMLAttributes, ComponentChildren } from 'preact';
import { useSetting } from './setting.ts';

interface EntryFrameProps extends Omit<ArticleHTMLAttributes, 'children'> {
  event: Event;
  isContinuation?: boolean;
  children: ComponentChildren;
}

/** The common frame of every entry of a log. */
export const EntryFrame = ({ event, isContinuation = false, children, ...more }: EntryFrameProps) => (
  <article
    class={isContinuation ? 'entry is-continuation' : 'entry'}
    aria-label={`${String(event.seq)}, ${visibleLine(event.actor.name)}`}
    {...more}
  >
    {children}
  </article>
);

/** The date above the first entry of a day. */
export const Day = ({ at }: { at: string }) => (
  <div class="day line">
    <time dateTime={at}>{useSetting().clock.day(at)}</time>
  </div>
);
