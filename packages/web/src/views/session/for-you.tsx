import { useState } from 'preact/hooks';
import { agoPhrase, plural } from '../../lib/format.ts';
import { forYou, type ForYou as Item } from '../../lib/for-you.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { useNow } from '../../lib/use-now.ts';
import { Name } from '../../ui/who.tsx';
import { OpenAsk, openAsks } from './open-asks.tsx';
import type { PanelProps } from './place.ts';
import { useAskNotices } from './use-ask-notices.ts';
import { useSilence } from './use-silence.ts';

const shownWide = 4;
const shownNarrow = 3;

const Row = ({ item: { who, says, tone }, onClick }: { item: Item; onClick: () => void }) => (
  <li>
    <button type="button" class="for-you-row" data-tone={tone} onClick={onClick}>
      {who !== undefined && (
        <b>
          <Name>{who}</Name>
        </b>
      )}{' '}
      <span dir="auto">{says}</span>
    </button>
  </li>
);

/** The matters for a person, on top of the session; `u` goes to the next. */
export const ForYou = (shared: PanelProps) => {
  const now = useNow(5000);
  const silence = useSilence(shared);
  const isNarrow = useIsNarrow();
  const [isWhole, setWhole] = useState(false);
  const [turn, setTurn] = useState(0);
  const items = forYou(shared, now);
  const asks = openAsks(shared);
  const { offer } = useAskNotices(asks, shared.feed.partsThere.has('asks'));
  const go = ({ to }: Item): void => {
    shared.show(isNarrow && to.seq !== undefined ? { ...to, panel: undefined } : to);
  };
  useKeys([
    {
      key: 'u',
      says: '',
      act: () => {
        const next = items[turn % Math.max(1, items.length)];
        setTurn(turn + 1);
        if (next) go(next);
      },
    },
  ]);
  if (items.length === 0 && asks.length === 0 && silence === undefined) return null;
  const most = isWhole ? Infinity : isNarrow ? shownNarrow : shownWide;
  return (
    <section class="for-you" aria-label="For you">
      <h2 class="label">For you</h2>
      <ul class="plain">
        {asks.map((ask) => (
          <OpenAsk key={ask.id} ask={ask} shared={shared} />
        ))}
        {silence !== undefined && (
          <li class="for-you-row" data-tone="bad">
            <b>Nobody is there</b> <span>The last agent was active {agoPhrase(silence, now)}.</span>
          </li>
        )}
        {items.slice(0, most).map((item) => (
          <Row
            key={item.key}
            item={item}
            onClick={() => {
              go(item);
            }}
          />
        ))}
      </ul>
      {asks.length > 0 && offer && (
        <button type="button" class="link small" onClick={offer}>
          Notify me of asks
        </button>
      )}
      {items.length > most && (
        <button
          type="button"
          class="link small"
          onClick={() => {
            setWhole(true);
          }}
        >
          {plural(items.length - most, 'more', 'more')}
        </button>
      )}
    </section>
  );
};
