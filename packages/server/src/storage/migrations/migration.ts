/** A step of the schema. A released step is never changed; a new one follows it. */
export interface Migration {
  version: number;
  name: string;
  /** Statements, separated by semicolons, in the SQL that every backend shares. */
  sql: string;
}
