/** The minimum or the maximum for a figure. */
export type Bound = { atLeast: number } | { atMost: number };

/** A measured number. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  goal?: Bound;
  /** A bound for short runs on a busy machine. */
  sanity?: Bound;
}

/** A goal, and the bound for short runs. */
export const atLeast = (goal: number, sanity: number) => [{ atLeast: goal }, { atLeast: sanity }] as const;
export const atMost = (goal: number, sanity: number) => [{ atMost: goal }, { atMost: sanity }] as const;

export const figure = (name: string, value: number, unit = '', goal?: Bound, sanity?: Bound): Figure => ({
  name,
  value,
  unit,
  ...(goal && { goal }),
  ...(sanity && { sanity }),
});

/** A figure as a row: its name, its value, its goal and whether the goal is met. */
export const figureRow = ({ name, value, unit, goal }: Figure): string[] => [
  name,
  `${shown(value)} ${unit}`,
  ...(goal ? [boundText(goal), keeps(goal, value) ? 'yes' : 'no'] : ['', '']),
];

export const table = (columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const text = (cell: string | number): string => (typeof cell === 'number' ? shown(cell) : cell);
  return [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(row.map(text)))].join('\n');
};

/** Whether a value is within its bound. */
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
