/** What a figure must reach, or stay below. */
export type Bound = { atLeast: number } | { atMost: number };

/** One number that was measured. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  goal?: Bound;
  /** What even a short run on a busy machine must reach. */
  sanity?: Bound;
}

/** Whether it has a goal and does not reach it. */
export const isMissed = ({ goal, value }: Figure): boolean => goal !== undefined && !keeps(goal, value);

/** A figure as a row: its name, its value, its goal and whether it is met. */
export const figureRow = (figure: Figure): string[] => {
  const { name, value, unit, goal } = figure;
  const judged = goal ? [boundText(goal), isMissed(figure) ? 'no' : 'yes'] : ['', ''];
  return [name, `${shown(value)} ${unit}`, ...judged];
};

/** A table in Markdown. */
export const table = (columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const text = (cell: string | number): string => (typeof cell === 'number' ? shown(cell) : cell);
  return [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(row.map(text)))].join('\n');
};

/** Whether a value keeps its bound. */
export const keeps = (bound: Bound, value: number): boolean =>
  'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost;

/** A bound in words. */
export const boundText = (bound: Bound): string =>
  'atLeast' in bound ? `at least ${shown(bound.atLeast)}` : `at most ${shown(bound.atMost)}`;

/** Three significant digits, whole thousands separated. */
export const shown = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumSignificantDigits: 3 });
