const width = 120;
const height = 28;

/** A line chart of a number over time. `values` are oldest first, and the vertical axis begins at 0. */
export const Trend = ({ values, label }: { values: readonly number[]; label: string }) => {
  const most = Math.max(...values, 1e-9);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)},${(height - 1 - ((height - 2) * value) / most).toFixed(1)}`,
  );
  return (
    <svg
      class="trend"
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.length > 1 && <polyline points={points.join(' ')} />}
    </svg>
  );
};
