import { invalid } from '@pairspace/protocol';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** Kinds of list; a cursor of one is refused by every other. */
export type ListKind =
  | 'sessions'
  | 'observers'
  | 'events'
  | 'messages-since'
  | 'messages-before'
  | 'notes'
  | 'note-versions'
  | 'files'
  | 'presence'
  | 'jobs';

/** Where the page begins that `cursor` asks for: after this text. Undefined for the first page. */
export const textCursor = (kind: ListKind, cursor: string | undefined): string | undefined =>
  positionIn(kind, cursor, (value) => typeof value === 'string');

/** Where the page begins that `cursor` asks for: beyond this number. Undefined for the first page. */
export const numberCursor = (kind: ListKind, cursor: string | undefined): number | undefined =>
  positionIn(kind, cursor, (value) => Number.isSafeInteger(value));

const positionIn = <T>(
  kind: ListKind,
  cursor: string | undefined,
  fits: (value: unknown) => boolean,
): T | undefined => {
  if (cursor === undefined) return undefined;
  const position = decodeCursor(kind, cursor);
  if (position?.length !== 1 || !fits(position[0])) {
    throw invalid('query.cursor', 'must be the nextCursor of the previous page of this list');
  }
  return position[0] as T;
};

/**
 * Makes a page of the rows of a query that asked for one more than `limit`. A query that cut them by their bytes says
 * in `available` how many there were before.
 */
export const pageOfRows = <Row>(
  kind: ListKind,
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => string | number,
  available = rows.length,
): Page<Row> => {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: last && available > items.length ? encodeCursor(kind, positionOf(last)) : null };
};
