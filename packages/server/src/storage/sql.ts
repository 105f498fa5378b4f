import type { SqlValue } from './storage.ts';

/** A piece of SQL with its parameters. */
export class Sql {
  readonly strings: readonly string[];
  readonly values: readonly SqlValue[];

  constructor(strings: readonly string[], values: readonly SqlValue[]) {
    this.strings = strings;
    this.values = values;
  }
}

/** Writes a piece; other pieces in it become part of it, and every other value is a bound parameter. */
export const sql = (literals: readonly string[], ...parts: readonly (SqlValue | Sql)[]): Sql => {
  const strings = [literals[0] ?? ''];
  const values: SqlValue[] = [];
  const extend = (text: string): void => {
    strings.push((strings.pop() ?? '') + text);
  };
  for (const [index, part] of parts.entries()) {
    if (part instanceof Sql) {
      const [first = '', ...rest] = part.strings;
      extend(first);
      strings.push(...rest);
      values.push(...part.values);
    } else {
      strings.push('');
      values.push(part);
    }
    extend(literals[index + 1] ?? '');
  }
  return new Sql(strings, values);
};

/** The pieces one after the other, with `separator` between. */
export const joined = (pieces: readonly Sql[], separator: Sql): Sql => {
  const parts = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [separator, piece]));
  return sql(['', ...parts.map(() => '')], ...parts);
};

/** The condition that the column has one of the values; never true without values. */
export const isIn = (column: Sql, values: readonly SqlValue[]): Sql =>
  values.length === 0
    ? sql`1 = 0`
    : sql`${column} in (${joined(
        values.map((value) => sql`${value}`),
        sql`, `,
      )})`;

const templates = new Map<string, TemplateStringsArray>();
/** Lists and filters give a text any number of forms. */
const mostTemplates = 256;

/**
 * Returns the same template for the same text, so that databases keep its statement prepared. When there are too many
 * texts, a new one is prepared at each use.
 */
export const templateOf = (strings: readonly string[]): TemplateStringsArray => {
  const text = strings.join('\0');
  const known = templates.get(text);
  if (known) return known;
  const template = Object.assign([...strings], { raw: strings });
  if (templates.size < mostTemplates) templates.set(text, Object.freeze(template));
  return template;
};

/** A whole statement as `Queries` takes it: `db.all(...statement(piece))`. */
export const statement = ({ strings, values }: Sql): [TemplateStringsArray, ...SqlValue[]] => [
  templateOf(strings),
  ...values,
];
