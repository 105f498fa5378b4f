import type { Markup } from '../../lib/markup.ts';
import type { Renderer } from './render-thread.ts';
import type { SiteView } from '@pairspace/protocol/site';

/** The number of rows that are rendered at once. */
const rowsAtOnce = 500;

/** Renders the rows of a list part by part, or the text `none` for an empty list. */
export const renderRows = async <Row>(
  rows: readonly Row[],
  viewOf: (part: readonly Row[], start: number) => SiteView,
  { renderer, none }: { renderer: Renderer; none: string },
): Promise<Markup[]> => {
  if (rows.length === 0) return [await renderer.views({ kind: 'empty', says: none })];
  const made: Markup[] = [];
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    made.push(await renderer.views(viewOf(rows.slice(start, start + rowsAtOnce), start)));
  return made;
};
