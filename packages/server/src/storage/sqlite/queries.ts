import type { SQLTagStore } from 'node:sqlite';
import type { Queries, SqlValue } from '../storage.ts';

/** Queries on one connection. They run at once; their promises settle within the same turn of the event loop. */
export const queriesOn = (place: { readonly connection: SQLTagStore }): Queries => ({
  all: <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
    Promise.try(() => place.connection.all(strings, ...values) as Row[]),
  get: <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
    Promise.try(() => place.connection.get(strings, ...values) as Row | undefined),
});
