import type { Limits } from '@pairspace/protocol';
import type { z } from 'zod';
import type { Content } from '../../../contents/keep-content.ts';
import type { EntityState } from '../../../events/entity-store.ts';
import { invariant } from '../../../lib/invariant.ts';
import type { Row, StagedRows } from '../staged-rows.ts';
import { AsWritten } from './as-written.ts';
import { refuse } from './refuse.ts';

/** The length of an id of an agent, which is its name when it gives none. */
const idCharacters = 128;

/** Whether a text has the form of the ids that services give to things of a kind. */
export const isIdOf = (kind: string, id: unknown): boolean => {
  const prefix = kind === 'session' ? 'ses' : kind === 'message' ? 'msg' : kind;
  return new RegExp(`^${prefix}_[0-9a-z]{28}$`).test(String(id));
};

const where = (seq: number | undefined): string => (seq === undefined ? 'The export' : `Event ${String(seq)}`);

/** Parses a part of the export, which `part` names, or the event `seq`. */
export const parseWith = <S extends z.ZodType>(schema: S, value: unknown, part: string, seq?: number): z.output<S> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue && issue.path.length > 0 ? ` at "${issue.path.map(String).join('.').slice(0, 100)}"` : '';
  return refuse(
    seq === undefined
      ? `${part} has another form than in an export${place}.`
      : `${where(seq)} has another form than this service knows${place}.`,
    seq,
  );
};

/** Whether a value is nested deeper than so many levels. */
export const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

export const timeOf = (time: string | null): number | null => (time === null ? null : Date.parse(time));

/** The session whose rows are made, and the rows that were made since the last `take`. */
export class RowBuffer {
  readonly limits: Limits;
  readonly importedAt: string;
  readonly written: AsWritten;
  sessionId = '';
  #storedBytes = 0;
  #staged = emptyRows();
  /** The place of each row that a later one may replace, by table and key. */
  #places = new Map<string, number>();
  /** The event that created each entity. */
  readonly #created = new Map<string, number>();

  constructor(limits: Limits, importedAt: string) {
    this.limits = limits;
    this.importedAt = importedAt;
    this.written = new AsWritten(limits, importedAt);
  }

  /** The rows since the last call. */
  take(): StagedRows {
    const staged = this.#staged;
    this.#staged = emptyRows();
    this.#places = new Map();
    return { ...staged, storedBytes: this.#storedBytes };
  }

  /** The bytes that are stored beside the contents of files. */
  get storedBytes(): number {
    return this.#storedBytes;
  }

  countBytes(bytes: number): void {
    this.#storedBytes += bytes;
  }

  put(table: string, row: Row): void {
    const given = Object.keys(row);
    const { columns, rows } = (this.#staged.tables[table] ??= { columns: given, rows: [] });
    invariant(given.join() === columns.join(), `all rows of ${table} have the same columns in the same order`);
    rows.push(Object.values(row));
  }

  /** Puts a row in place of the one before it with the same key. */
  replace(table: string, key: string, row: Row): void {
    const place = this.#places.get(`${table} ${key}`);
    const rows = this.#staged.tables[table]?.rows;
    if (place !== undefined && rows) rows[place] = Object.values(row);
    else {
      this.#places.set(`${table} ${key}`, rows?.length ?? 0);
      this.put(table, row);
    }
  }

  /** Puts the state that the event `seq` leaves of an entity, in place of the one before. */
  keepState(seq: number, { kind, id, endedAt, data }: EntityState): void {
    const created = this.#created.get(id) ?? seq;
    this.#created.set(id, created);
    this.replace('entity', id, { kind, id, created_seq: created, seq, ended_at: endedAt, data });
  }

  /** Puts the content of the version of a file that the event `seq` made. */
  keep(content: Content, seq: number): void {
    this.#staged.versions.push({ content, seq });
  }

  assertName(name: string, seq?: number): void {
    if (Array.from(name).length <= Math.max(this.limits.nameCharacters, idCharacters)) return;
    refuse(`${where(seq)} has a name that is too long.`, seq);
  }

  assertOurs({ id, sessionId }: { id: string; sessionId: string }, kind: string): void {
    if (sessionId !== this.sessionId) refuse(`A ${kind} is of another session.`);
    if (!isIdOf(kind, id)) refuse(`A ${kind} has an id that no service gives.`);
  }
}

const emptyRows = (): Omit<StagedRows, 'storedBytes'> => ({ versions: [], tables: {} });
