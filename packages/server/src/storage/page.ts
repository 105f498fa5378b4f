import { invalid, pageBytes } from '@pairspace/protocol';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

// A `kind` names a list: a cursor of another kind is refused.

/** The text after which the page of `cursor` begins, in a list sorted by a text. Undefined for the first page. */
export const textCursor = (kind: string, cursor: string | undefined): string | undefined =>
  positionIn<[string]>(kind, cursor, isText)?.[0];

/** The number beyond which the page of `cursor` begins, in a list sorted by a number. Undefined for the first page. */
export const numberCursor = (kind: string, cursor: string | undefined): number | undefined =>
  positionIn<[number]>(kind, cursor, Number.isSafeInteger)?.[0];

/** The position of the page of `cursor` in a list sorted by a text, and by id among equal texts. */
export const textAndIdCursor = (kind: string, cursor: string | undefined): [string, string] | undefined =>
  positionIn(kind, cursor, isText, isText);

/** The position of the page of `cursor` in a list sorted by a number, and by id among equal numbers. */
export const numberAndIdCursor = (kind: string, cursor: string | undefined): [number, string] | undefined =>
  positionIn(kind, cursor, Number.isSafeInteger, isText);

/** The position of the page of `cursor` among events of several sessions: time, session and seq. */
export const eventCursor = (kind: string, cursor: string | undefined): [number, string, number] | undefined =>
  positionIn(kind, cursor, Number.isSafeInteger, isText, Number.isSafeInteger);

/** Whether a value is valid text: PostgreSQL accepts neither NUL nor a lone surrogate. */
export const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

const positionIn = <Position extends unknown[]>(
  kind: string,
  cursor: string | undefined,
  ...fits: ((value: unknown) => boolean)[]
): Position | undefined => {
  if (cursor === undefined) return undefined;
  const position = decodeCursor(kind, cursor);
  if (position?.length !== fits.length || !fits.every((fit, index) => fit(position[index]))) {
    throw invalid('query.cursor', 'must be the nextCursor of the previous page of this list');
  }
  return position as Position;
};

/** The position of a row in its list: its sort key, and the values that distinguish rows with the same key. */
type PositionOf<Row> = (row: Row) => unknown;

/**
 * Makes a page from the rows of a query that asked for `limit + 1` rows. If the query also cut the rows by their bytes,
 * `available` is the number of rows before the cut.
 */
export const pageOfRows = <Row>(
  kind: string,
  rows: readonly Row[],
  limit: number,
  positionOf: PositionOf<Row>,
  available = rows.length,
): Page<Row> => {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: last && available > items.length ? encodeCursor(kind, ...[positionOf(last)].flat()) : null,
  };
};

/**
 * Makes a page from rows that were all read before it was known how many fit a page (API-20). It is only meant for
 * small rows.
 */
export const pageWithin = <Row>(
  kind: string,
  rows: readonly Row[],
  limit: number,
  positionOf: PositionOf<Row>,
  bytesOf: (row: Row) => number,
): Page<Row> => {
  let bytes = 0;
  const cut = rows.findIndex((row) => (bytes += bytesOf(row)) > pageBytes);
  const fitting = cut === -1 ? rows : rows.slice(0, Math.max(1, cut));
  return pageOfRows(kind, fitting, limit, positionOf, rows.length);
};

interface MovingList<Row, Place extends unknown[], Change extends unknown[]> {
  kind: string;
  cursor: string | undefined;
  limit: number;
  /** The rows after a place in the order of the list. */
  list: (after: Place | undefined, limit: number) => Promise<Row[]>;
  placeOf: (row: Row) => Place;
  placeFits: ((value: unknown) => boolean)[];
  /** The rows that have changed after this change, the oldest change first. */
  moved: (since: Change, limit: number) => Promise<Row[]>;
  changeOf: (row: Row) => Change;
  changeFits: ((value: unknown) => boolean)[];
  /** The newest change before the first page was read. */
  newestChange: (rows: readonly Row[]) => Change | undefined;
}

export interface MovingRow<Row> {
  row: Row;
  /** The position for `pageOfRows`. */
  at: unknown;
}

/**
 * Up to `limit + 1` rows of a list whose order can change while it is paged (API-27). The rows that have changed since
 * the first page come again at the end, so that no row is skipped.
 */
export const movingRows = async <Row, Place extends unknown[], Change extends unknown[]>(
  given: MovingList<Row, Place, Change>,
): Promise<MovingRow<Row>[]> => {
  const { kind, cursor, limit, list, placeOf, moved, changeOf, newestChange } = given;
  const areAll = (fits: ((value: unknown) => boolean)[]) => (values: unknown) =>
    Array.isArray(values) && values.length === fits.length && fits.every((fit, index) => fit(values[index]));
  const [since, after] =
    positionIn<[Change, Place | null]>(
      kind,
      cursor,
      areAll(given.changeFits),
      (place) => place === null || areAll(given.placeFits)(place),
    ) ?? [];
  const rows = after === null ? [] : await list(after, limit + 1);
  const from = since ?? newestChange(rows);
  const again = since && rows.length <= limit ? await moved(since, limit + 1 - rows.length) : [];
  return [
    ...rows.map((row) => ({ row, at: [from, placeOf(row)] })),
    ...again.map((row) => ({ row, at: [changeOf(row), null] })),
  ];
};
