/** A query, and the name under which a connection keeps it prepared if it is one that comes again. */
export interface Statement {
  name?: string;
  text: string;
}

const known = new WeakMap<TemplateStringsArray, Statement>();
let count = 0;

/** A statement that connections keep prepared. */
export const prepare = (text: string): Statement => {
  count++;
  return { name: `s${String(count)}`, text };
};

const textOf = (strings: TemplateStringsArray): string =>
  strings.reduce((text, part, index) => `${text}$${String(index)}${part}`).trim();

/** The statement of a template: one for each place in the source, as each has its own strings. */
export const statementOf = (strings: TemplateStringsArray): Statement => {
  const found = known.get(strings);
  if (found) return found;
  // Template strings of the source are frozen; others were assembled for this query, and may not come again.
  if (!Object.isFrozen(strings)) return { text: textOf(strings) };
  const made = prepare(textOf(strings));
  known.set(strings, made);
  return made;
};

const skipLocked = new WeakMap<Statement, Statement>();

/** The same select, of rows that nobody holds, which it then holds. */
export const skipLockedStatement = (statement: Statement): Statement => {
  const text = `${statement.text} for update skip locked`;
  const made = skipLocked.get(statement) ?? (statement.name === undefined ? { text } : prepare(text));
  skipLocked.set(statement, made);
  return made;
};

export const lockSession = prepare('select 1 from session where id = $1 for update');

export const lockName = {
  alone: prepare('select pg_advisory_xact_lock(hashtextextended($1, 0))'),
  shared: prepare('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))'),
};
