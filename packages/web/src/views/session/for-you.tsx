import { useState } from 'preact/hooks';
import { agoPhrase, plural } from '../../lib/format.ts';
import { type Act, forYou, type ForYou as Item } from '../../lib/for-you.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { useNow } from '../../lib/use-now.ts';
import { useOpen } from '../../lib/use-open.ts';
import { sayFailure } from '../../model/service.ts';
import { Failure } from '../../ui/failure.tsx';
import { Named } from '../../ui/who.tsx';
import { maySpeak } from './guide.tsx';
import { OpenAsk, openAsks } from './open-asks.tsx';
import { maySteer } from './session-controls.tsx';
import { SteerBudget } from './steer-budget.tsx';
import { useAskNotices } from './use-ask-notices.ts';
import { useSilence } from './use-silence.ts';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useShown } from './shown.ts';

const shownWide = 4;
const shownNarrow = 3;

/** The meaning of a dot, in words, because many people cannot tell the colours apart. */
const tones = { wait: 'Waits for somebody', bad: 'Goes wrong' } as const;

const Legend = () => (
  <span class="for-you-legend small faint" aria-hidden="true">
    {(['wait', 'bad'] as const).map((tone) => (
      <span key={tone} data-tone={tone}>
        {tones[tone].toLowerCase()}
      </span>
    ))}
  </span>
);

interface ActButtonProps {
  act: Act;
  /** Shows the matter itself. */
  open: () => void;
  raise: () => void;
  fail: (why: string) => void;
}

/** The step that ends a matter, where the reader may take it. */
const ActButton = ({ act, open, raise, fail }: ActButtonProps) => {
  const { feed, moment } = useShown();
  const { client, sessionId, events, reply } = feed;
  if (act.step === 'reply' ? !maySpeak(feed, moment) : !maySteer(feed)) return null;
  const run = async (): Promise<void> => {
    if (act.step === 'raise') raise();
    else if (act.step === 'stop') await client.steerSession({ sessionId, cancelJobs: [act.jobId] });
    else {
      const { messageId } = act;
      open();
      reply.answer(events.messageById(messageId) ?? (await client.getMessage({ sessionId, messageId })));
    }
  };
  return (
    <Button
      data-step={act.step}
      act={() => {
        run().catch((error: unknown) => {
          fail(sayFailure(error));
        });
      }}
    >
      {{ reply: 'Reply', stop: 'Stop the job', raise: 'Raise the budget' }[act.step]}
    </Button>
  );
};

interface MatterProps extends Pick<ActButtonProps, 'raise' | 'fail'> {
  item: Item;
  go: (item: Item) => void;
}

const Matter = ({ item, go, ...act }: MatterProps) => {
  const { who, says, tone, opens = 'Open' } = item;
  const open = calling(go, item);
  return (
    <li class="for-you-item line">
      <Button class="for-you-row" data-tone={tone} title={tones[tone]} act={open}>
        <span class="hidden-visually">{tones[tone]}: </span>
        {who !== undefined && <Named as="b" name={who} />} <span dir="auto">{says}</span>
      </Button>
      {item.act && <ActButton {...act} act={item.act} open={open} />}
      <Button act={open}>{opens}</Button>
    </li>
  );
};

/** The matters for a person, on top of the session. The key `u` goes to the next matter. */
export const ForYou = () => {
  const { feed, moment, show } = useShown();
  const now = useNow(5000);
  const silence = useSilence();
  const isNarrow = useIsNarrow();
  const [isWhole, showAll] = useOpen();
  const [turn, setTurn] = useState(0);
  const items = forYou({ feed, moment }, now);
  const asks = openAsks(moment);
  const [isRaising, raise, endRaise] = useOpen();
  const [why, fail] = useState('');
  const { session, pool } = feed.state;
  const { offer } = useAskNotices(asks, feed.partsThere.has('asks'));
  const go = ({ to }: Item): void => {
    show(isNarrow && to.seq !== undefined ? { ...to, panel: undefined } : to);
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
  const budget = isRaising && session && <SteerBudget session={session} pool={pool} onClose={endRaise} />;
  if (items.length === 0 && asks.length === 0 && silence === undefined) return <>{budget}</>;
  const most = isWhole ? Infinity : isNarrow ? shownNarrow : shownWide;
  return (
    <>
      <section class="for-you" aria-label="For you" tabIndex={0}>
        <div>
          <h2 class="label">For you</h2>
          <Legend />
        </div>
        <ul class="plain">
          {asks.map((ask) => (
            <OpenAsk key={ask.id} ask={ask} />
          ))}
          {silence !== undefined && (
            <li class="for-you-row" data-tone="bad">
              <b>Nobody is there</b> <span>The last agent was active {agoPhrase(silence, now)}.</span>
            </li>
          )}
          {items.slice(0, most).map((item) => (
            <Matter key={item.key} item={item} go={go} raise={raise} fail={fail} />
          ))}
        </ul>
        {asks.length > 0 && offer && <Button class="link small" act={offer} says="Notify me of asks" />}
        {items.length > most && (
          <Button class="link small" act={showAll} says={plural(items.length - most, 'more', 'more')} />
        )}
        <Failure why={why} />
      </section>
      {budget}
    </>
  );
};
