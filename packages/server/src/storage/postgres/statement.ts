/** A query, and the name under which a connection keeps it prepared if it is one that comes again. */
export interface Statement {
  name?: string;
  text: string;
}

const known = new WeakMap<TemplateStringsArray, Statement>();
let count = 0;

const prepare = (text: string): Statement => {
  count++;
  return { name: `s${String(count)}`, text };
};

const textOf = (strings: TemplateStringsArray): string =>
  strings.reduce((text, part, index) => `${text}$${String(index)}${part}`);

/** The statement of a template: one for each place in the source, as each has its own strings. */
export const statementOf = (strings: TemplateStringsArray): Statement => {
  const found = known.get(strings);
  if (found) return found;
  // Those of the source are frozen; others were put together for this one query, and may not come again.
  if (!Object.isFrozen(strings)) return { text: textOf(strings) };
  const made = prepare(textOf(strings));
  known.set(strings, made);
  return made;
};

const claiming = new WeakMap<Statement, Statement>();

/** The same select, of rows that nobody holds, which it then holds. */
export const claimingStatement = (statement: Statement): Statement => {
  const found = claiming.get(statement);
  if (found) return found;
  const made = prepare(`${statement.text} for update skip locked`);
  claiming.set(statement, made);
  return made;
};
