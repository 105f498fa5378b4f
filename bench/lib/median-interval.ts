import { median } from '@pairspace/testkit/statistics';

interface MedianInterval {
  middle: number;
  from: number;
  to: number;
}

/** The median with an interval that holds the true one with a probability of about 95 %, whatever the distribution. */
export const medianInterval = (values: readonly number[]): MedianInterval => {
  const sorted = values.toSorted((one, other) => one - other);
  const outside = Math.max(0, Math.floor((sorted.length - 1.96 * Math.sqrt(sorted.length)) / 2));
  return {
    middle: median(sorted),
    from: sorted[outside] ?? NaN,
    to: sorted[sorted.length - 1 - outside] ?? NaN,
  };
};
