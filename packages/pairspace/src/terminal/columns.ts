import { peerLine } from './peer-text.ts';

/** Rows as aligned columns, each on one line; the last column is not padded. */
export const inColumns = (cells: readonly (readonly string[])[]): string[] => {
  const rows = cells.map((row) => row.map(peerLine));
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
};

/** A size in readable form. */
export const sizeText = (bytes: number): string => {
  if (bytes < 1024) return `${String(bytes)} B`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
};
