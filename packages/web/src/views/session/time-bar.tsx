import { useState } from 'preact/hooks';
import { agentOf } from '../../model/service.ts';
import { keepToken } from '../../model/kept-tokens.ts';
import type { Sign } from '../../model/event-marks.ts';
import { useAction } from '../../lib/use-action.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { agoPhrase, count, timeWithSeconds } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { go, hrefOf } from '../../lib/route.ts';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import { When } from '../../ui/when.tsx';
import { Density } from './density.tsx';
import { usePlay } from './use-play.ts';
import { calling } from '../../lib/calling.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useFeed, usePlace, useShown } from './shown.ts';

const paces = [1, 2, 5, 10, 30, 60].map((pace) => [pace, `${String(pace)}×`] as const);

const Fork = () => {
  const { feed, moment } = useShown();
  const { why, run } = useAction();
  const agent = agentOf(feed.sessionId);
  if (!agent) return null;
  const given = { sessionId: feed.sessionId, files: true, ...(moment.isPast && { seq: moment.seq }) };
  const fork = async (): Promise<void> => {
    const { session, agentToken, observerToken } = await agent.forkSession(given);
    keepToken(session.id, observerToken);
    keepToken(session.id, agentToken);
    go(hrefOf(['s', session.id]));
  };
  return (
    <>
      {why !== '' && <span class="failure small">{why}</span>}
      <Button
        class="button wide-only"
        title="A new session that begins with the notes and files of this moment"
        act={calling(run, fork)}
      >
        <Icon name="fork" /> {moment.isPast ? `Fork from #${count(moment.seq)}` : 'Fork'}
      </Button>
    </>
  );
};

/** Plays from the shown moment, or from the beginning if the page shows the present. */
const PlayButton = ({ plays, setPlays }: { plays: boolean; setPlays: (plays: boolean) => void }) => {
  const { place, show } = usePlace();
  const press = (): void => {
    if (!plays && place.at === undefined) show({ at: 1, seq: undefined });
    setPlays(!plays);
  };
  useKeys([{ key: ' ', says: '', act: press }]);
  return (
    <IconButton
      class="button icon"
      label={plays ? 'Stop playing' : 'Play the session'}
      icon={plays ? 'pause' : 'play'}
      size={14}
      act={press}
    />
  );
};

const signWords: Readonly<Record<Sign, string>> = { person: 'a person', failure: 'a failure', decision: 'a decision' };

/** The log as a strip on which the reader chooses the shown moment. */
const Scrubber = ({ at, onMove }: { at: number; onMove: () => void }) => {
  const { show } = usePlace();
  const { lastSeq: last, marks } = useFeed().events;
  const [pointed, point] = useState<number>();
  const pointedMark = pointed === undefined ? undefined : marks.get(pointed);
  return (
    <div
      class="scrubber"
      onPointerMove={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        point(Math.max(1, Math.min(last, Math.round(((clientX - left) / width) * last))));
      }}
      onPointerLeave={calling(point, undefined)}
    >
      <Density />
      {pointed !== undefined && (
        <span class="pointed num" style={{ insetInlineStart: `${String((100 * pointed) / last)}%` }}>
          #{count(pointed)}
          {pointedMark && ` · ${timeWithSeconds(new Date(pointedMark.at * 1000).toISOString())}`}
          {pointedMark?.sign && ` · ${signWords[pointedMark.sign]}`}
        </span>
      )}
      <input
        type="range"
        min={1}
        max={Math.max(1, last)}
        value={at}
        aria-label="Moment of the session"
        aria-valuetext={`Entry ${String(at)} of ${String(last)}`}
        onInput={(event) => {
          onMove();
          const seq = event.currentTarget.valueAsNumber;
          show({ at: seq >= last ? undefined : Math.max(1, seq), seq: undefined });
        }}
      />
    </div>
  );
};

/** The labels of both ends of the strip. */
const Axis = () => {
  const { state, events } = useFeed();
  const now = useNow(5000);
  if (!state.session) return null;
  const { createdAt } = state.session;
  const { at = createdAt } = state;
  return (
    <p class="axis num faint">
      <span>
        #1, <When at={createdAt} text={agoPhrase(createdAt, now)} />
      </span>
      <span>
        #{count(events.lastSeq)}, <When at={at} text={agoPhrase(at, now)} />
      </span>
    </p>
  );
};

/** The meaning of the marks above the strip. */
const Legend = () => {
  const { marks } = useFeed().events;
  return (
    <span class="legend wide-only faint">
      {[...new Set(marks.signs.values())].map((sign) => (
        <span key={sign} data-sign={sign}>
          {signWords[sign]}
        </span>
      ))}
    </span>
  );
};

/** The progress of reading the log for a past moment, and a button that cancels the way back in time. */
const MomentShown = () => {
  const { moment, place, show } = useShown();
  const { loading } = moment;
  return (
    <>
      {loading && (
        <span class="small dim" role="status">
          {'why' in loading ? loading.why : `reading ${String(Math.round(loading.share * 100))} %`}
        </span>
      )}
      {place.at !== undefined && !moment.isPast && <Button act={calling(show, { at: undefined })}>Now</Button>}
    </>
  );
};

/** Back in time: the whole log as a strip, and the moment that is shown. */
export const TimeBar = () => {
  const { feed, place } = useShown();
  const [pace, setPace] = useState(10);
  const [plays, setPlays] = usePlay(pace);
  const last = feed.events.lastSeq;
  const at = Math.min(place.at ?? last, last);
  const stop = calling(setPlays, false);
  return (
    <footer class="time-bar" aria-label="Back in time">
      <div class="line">
        <PlayButton plays={plays} setPlays={setPlays} />
        <Select class="input pace-choice" aria-label="Times as fast" value={pace} choices={paces} choose={setPace} />
      </div>
      <div>
        <Scrubber at={at} onMove={stop} />
        <Axis />
      </div>
      <div class="line">
        <Legend />
        <MomentShown />
        <Fork />
      </div>
    </footer>
  );
};
