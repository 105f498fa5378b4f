import { useEffect, useState } from 'preact/hooks';
import { agentOf, sayFailure } from '../../model/service.ts';
import { keepToken } from '../../model/kept-tokens.ts';
import { count, timeWithSeconds } from '../../lib/format.ts';
import { go, hrefOf } from '../../lib/route.ts';
import { Icon } from '../../ui/icon.tsx';
import { Density } from './density.tsx';
import type { Shared } from './place.ts';

const paces = [1, 2, 5, 10, 30, 60] as const;
/** At pace 1 time passes as it did, but a pause longer than this is cut short. */
const longestPauseMs = 4000;

/** Goes from entry to entry as the session did, so many times as fast. */
const usePlay = ({ moment, show, place }: Shared, pace: number): [boolean, (plays: boolean) => void] => {
  const [plays, setPlays] = useState(false);
  const { history } = moment;
  const end = history?.events.length ?? 0;
  useEffect(() => {
    const at = place.at;
    if (!plays || at === undefined || !history) return;
    if (at >= end) {
      setPlays(false);
      show({ at: undefined });
      return;
    }
    const here = Date.parse(history.events[at - 1]?.timestamp ?? '');
    // Entries that lie within one frame of the playing are shown together.
    let next = at + 1;
    const within = (seq: number): boolean =>
      (Date.parse(history.events[seq - 1]?.timestamp ?? '') - here) / pace < 16 && seq < end;
    while (within(next)) next++;
    const apart = (Date.parse(history.events[next - 1]?.timestamp ?? '') - here) / pace;
    const timer = setTimeout(
      () => {
        show({ at: next >= end ? undefined : next, seq: undefined });
      },
      Math.min(Math.max(apart, 16), longestPauseMs / Math.sqrt(pace)),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [plays, place.at, history, pace]);
  useEffect(() => {
    if (place.at === undefined) setPlays(false);
  }, [place.at === undefined]);
  return [plays, setPlays];
};

const Fork = ({ feed, moment }: Shared) => {
  const [why, setWhy] = useState('');
  const agent = agentOf(feed.sessionId);
  if (!agent) return null;
  const given = { sessionId: feed.sessionId, files: true, ...(moment.isPast && { seq: moment.seq }) };
  const fork = async (): Promise<void> => {
    try {
      const { session, agentToken, observerToken } = await agent.forkSession(given);
      keepToken(session.id, observerToken);
      keepToken(session.id, agentToken);
      go(hrefOf(['s', session.id]));
    } catch (error) {
      setWhy(sayFailure(error));
    }
  };
  return (
    <>
      {why !== '' && <span class="failure small">{why}</span>}
      <button
        type="button"
        class="button wide-only"
        title="A new session that begins with the notes and files of this moment"
        onClick={() => void fork()}
      >
        <Icon name="fork" /> {moment.isPast ? `Fork from #${count(moment.seq)}` : 'Fork'}
      </button>
    </>
  );
};

const PaceChoice = ({ pace, choose }: { pace: number; choose: (pace: number) => void }) => (
  <label>
    <span class="hidden-visually">Times as fast</span>
    <select
      class="input pace-choice"
      value={pace}
      onChange={(event) => {
        choose(Number(event.currentTarget.value));
      }}
    >
      {paces.map((one) => (
        <option key={one} value={one}>
          {one}×
        </option>
      ))}
    </select>
  </label>
);

/** Back in time: the whole log as a strip, and the moment that is shown. */
export const TimeBar = (shared: Shared) => {
  const { feed, moment, place, show } = shared;
  const [pace, setPace] = useState<number>(10);
  const [plays, setPlays] = usePlay(shared, pace);
  const last = feed.events.lastSeq;
  const at = Math.min(place.at ?? last, last);
  const moveTo = (seq: number): void => {
    show({ at: seq >= last ? undefined : Math.max(1, seq), seq: undefined });
  };
  const { loading } = moment;
  return (
    <footer class="time-bar" aria-label="Back in time">
      <div class="time-controls">
        <button
          type="button"
          class="button icon"
          aria-label={plays ? 'Stop playing' : 'Play the session'}
          onClick={() => {
            if (!plays && place.at === undefined) show({ at: 1, seq: undefined });
            setPlays(!plays);
          }}
        >
          <Icon name={plays ? 'pause' : 'play'} size={14} />
        </button>
        <PaceChoice pace={pace} choose={setPace} />
      </div>
      <div class="scrubber">
        <Density shared={shared} />
        <input
          type="range"
          min={1}
          max={Math.max(1, last)}
          value={at}
          aria-label="Moment of the session"
          aria-valuetext={`Entry ${String(at)} of ${String(last)}`}
          onInput={(event) => {
            setPlays(false);
            moveTo(event.currentTarget.valueAsNumber);
          }}
        />
      </div>
      <div class="time-controls">
        {loading && (
          <span class="small dim" role="status">
            {'why' in loading ? loading.why : `reading ${String(Math.round(loading.share * 100))} %`}
          </span>
        )}
        <span class="num small">
          #{count(at)}
          <span class="faint"> · {moment.isPast && moment.state.at ? timeWithSeconds(moment.state.at) : 'now'}</span>
        </span>
        {place.at !== undefined && !moment.isPast && (
          <button
            type="button"
            class="button"
            onClick={() => {
              show({ at: undefined });
            }}
          >
            Now
          </button>
        )}
        <Fork {...shared} />
      </div>
    </footer>
  );
};
