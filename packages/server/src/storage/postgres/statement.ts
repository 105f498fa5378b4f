/** A query. A query that is repeated has a name, under which connections keep it prepared. */
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

/**
 * Returns the statement of a template. Each place in the source has strings of its own, and so a statement of its own.
 */
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

/** Returns the same select, limited to rows that no transaction has locked. The select locks these rows. */
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
