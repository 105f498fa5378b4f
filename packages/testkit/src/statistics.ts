/** The quantile of the values for a share from 0 to 1. */
export const quantile = (values: Iterable<number>, share: number): number => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
};

export const median = (values: Iterable<number>): number => {
  const sorted = Float64Array.from(values).sort();
  const upper = sorted.length >> 1;
  const [a = NaN, b = NaN] = sorted.length % 2 === 1 ? [sorted[upper], sorted[upper]] : sorted.slice(upper - 1);
  return (a + b) / 2;
};

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
