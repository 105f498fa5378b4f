import { type Ask, visibleLine } from '@pairspace/protocol';
import { Markdown } from '../../ui/markdown.tsx';
import { When } from '../../ui/when.tsx';
import { Named } from '../../ui/who.tsx';
import { AskForm } from './ask-form.tsx';
import { askHref } from './place.ts';
import { useShown } from './shown.ts';
import type { Moment } from './use-moment-at.ts';

/** The asks that people can answer, oldest first; none at a past moment. */
export const openAsks = (moment: Moment): Ask[] =>
  moment.isPast
    ? []
    : [...moment.state.asks.values()].filter(({ status }) => status === 'open').toSorted((a, b) => a.seq - b.seq);

/** An ask on top of the session, with the answers that a person can give. */
export const OpenAsk = ({ ask }: { ask: Ask }) => {
  const { feed, moment } = useShown();
  return (
    <li>
      <div class="ask-card" aria-label={`Ask: ${visibleLine(ask.title)}`} role="group">
        <p>
          <Named as="b" name={ask.askedBy.agentName} /> {ask.kind === 'approval' ? 'asks for approval: ' : 'asks: '}
          <a href={askHref(ask.sessionId, ask.id)} dir="auto">
            {visibleLine(ask.title)}
          </a>{' '}
          <small class="dim">
            until <When at={ask.expiresAt} isWhole />
          </small>
        </p>
        {ask.details !== '' && (
          <details open={ask.kind === 'approval'}>
            <summary>Details</summary>
            <Markdown text={ask.details} agents={moment.state.seats} />
          </details>
        )}
        <AskForm ask={ask} identity={feed.identity} />
      </div>
    </li>
  );
};
