import type { SQLTagStore } from 'node:sqlite';
import type { Queries, SqlValue } from '../storage.ts';

/** Queries on one connection. They run at once; their promises settle within the same turn of the event loop. */
export const queriesOn = (place: { readonly connection: SQLTagStore }): Queries => ({
  all: <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
    Promise.try(() => place.connection.all(plannedOf(strings).strings, ...values) as Row[]),
  get: <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
    Promise.try(() => place.connection.get(plannedOf(strings).strings, ...values) as Row | undefined),
  run: (strings, ...values) =>
    Promise.try(() => Number(place.connection.run(plannedOf(strings).strings, ...values).changes)),
});

/** A statement as it is handed to SQLite. */
interface Planned {
  strings: TemplateStringsArray;
  /** Whether the statement changes nothing. */
  isSelect: boolean;
}

const known = new WeakMap<TemplateStringsArray, Planned>();

/**
 * SQLite plans a statement anew whenever a parameter is bound that is its whole `limit`, which can take ten times as long
 * as to run it. Into an expression it does not look.
 */
export const plannedOf = (strings: TemplateStringsArray): Planned => {
  const found = known.get(strings);
  if (found) return found;
  const parts = strings.map((part, index) =>
    index < strings.length - 1 ? part.replace(/\blimit $/i, 'limit +') : part,
  );
  const made = { strings: Object.assign(parts, { raw: parts }), isSelect: /^\s*select\b/i.test(strings[0] ?? '') };
  known.set(strings, made);
  return made;
};
