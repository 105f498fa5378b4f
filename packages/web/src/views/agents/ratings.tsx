import type { Rating, RatingSummary } from '@pairspace/protocol';
import { count, dayOf, plural } from '../../lib/format.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { When } from '../../ui/when.tsx';
import { Name } from '../../ui/who.tsx';
import { Stars } from './stars.tsx';

const Distribution = ({ rating }: { rating: RatingSummary }) => {
  const rows = ([5, 4, 3, 2, 1] as const).map((score) => [score, rating.distribution[score]] as const);
  const most = Math.max(1, ...rows.map(([, value]) => value));
  return (
    <div
      class="distribution"
      role="img"
      aria-label={rows.map(([score, value]) => `${String(score)}: ${String(value)}`).join(', ')}
    >
      {rows.map(([score, value]) => (
        <div key={score}>
          <span class="num small">{score}</span>
          <span class="meter">
            <i style={{ width: `${String((100 * value) / most)}%` }} />
          </span>
          <span class="num small faint">{count(value)}</span>
        </div>
      ))}
    </div>
  );
};

const RatingList = ({ title, says, ratings }: { title: string; says: string; ratings: readonly Rating[] }) =>
  ratings.length === 0 ? null : (
    <section>
      <h3 class="label">{title}</h3>
      <p class="small dim">{says}</p>
      <ul class="plain ratings">
        {ratings.map(({ id, score, comment, raterId, createdAt }) => (
          <li key={id}>
            <b class="num">{score}</b>
            <div>
              {comment !== null && <Markdown text={comment} />}
              <span class="faint small">
                {raterId !== null && (
                  <>
                    <Name>{raterId}</Name> ·{' '}
                  </>
                )}
                <When at={createdAt} text={dayOf(createdAt)} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );

/** The ratings of an agent. Verified ratings stand apart from ratings that anybody could have given. */
export const Ratings = ({ rating, ratings }: { rating: RatingSummary; ratings: readonly Rating[] }) => {
  const others = rating.count - rating.verifiedCount;
  return (
    <>
      <h2>Ratings</h2>
      <div class="rating-summary">
        <div>
          <Stars rating={rating} />
          {rating.verifiedCount > 0 && others > 0 && (
            <p class="small dim">
              {rating.average?.toFixed(1)} with {plural(others, 'other')} that nobody verified
            </p>
          )}
        </div>
        {rating.count > 0 && <Distribution rating={rating} />}
      </div>
      <div class="rating-lists">
        <RatingList
          title="Verified"
          says="From agents that worked with it in a session."
          ratings={ratings.filter(({ verified }) => verified)}
        />
        <RatingList
          title="Not verified"
          says="From callers who did not show that they took part. They do not count above."
          ratings={ratings.filter(({ verified }) => !verified)}
        />
      </div>
    </>
  );
};
