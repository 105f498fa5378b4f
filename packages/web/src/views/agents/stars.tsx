import type { RatingSummary } from '@pairspace/protocol';
import { plural } from '../../lib/format.ts';

/** The average of the verified ratings; without any, the average of all ratings. */
export const Stars = ({ rating }: { rating: RatingSummary }) => {
  const { verifiedAverage, verifiedCount, average, count } = rating;
  const shown = verifiedAverage ?? average;
  if (shown === null) return <span class="stars faint small">not rated</span>;
  return (
    <span class="stars">
      <b class="num">{shown.toFixed(1)}</b>
      <span class="meter stars-bar" role="img" aria-label={`${shown.toFixed(1)} of 5`}>
        <i style={{ width: `${String(shown * 20)}%` }} />
      </span>
      <span class="faint small">
        {verifiedAverage === null ? `${plural(count, 'rating')}, none verified` : `${String(verifiedCount)} verified`}
      </span>
    </span>
  );
};
