import { count, dayOf, timeWithSeconds } from '../../lib/format.ts';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useShown } from './shown.ts';

/** Says that the page shows a past moment, and leads back to the present. */
export const PastNotice = () => {
  const { feed, moment, show } = useShown();
  const { at } = moment.state;
  return (
    <div class="notice line wrap" data-tone="past">
      <span class="notice-says notice-fact">
        <b>This is the past</b>: #{count(moment.seq)}
        <span class="wide-only"> of {count(feed.events.lastSeq)}</span>
        {at !== undefined && (
          <>
            , <span class="wide-only">{dayOf(at)}, </span>
            {timeWithSeconds(at)}
          </>
        )}
      </span>
      <Button class="button primary" act={calling(show, { at: undefined })}>
        Back to now
      </Button>
    </div>
  );
};
