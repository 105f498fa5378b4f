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

/** Makes a variant of statements, once of each. */
const variant = (ending: string): ((statement: Statement) => Statement) => {
  const made = new WeakMap<Statement, Statement>();
  return (statement) => {
    const text = `${statement.text} ${ending}`;
    const present = made.get(statement) ?? (statement.name === undefined ? { text } : prepare(text));
    made.set(statement, present);
    return present;
  };
};

/** The same select, of rows that nobody holds, which it then holds. */
export const skipLockedStatement = variant('for update skip locked');

/** The same select, which holds the rows that it answers. */
export const forUpdateStatement = variant('for update');

export const lockSession = prepare('select 1 from session where id = $1 for update');

export const lockName = {
  alone: prepare('select pg_advisory_xact_lock(hashtextextended($1, 0))'),
  shared: prepare('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))'),
};

const selects = new WeakMap<Statement, boolean>();

/** Whether it changes nothing. */
export const isSelect = (statement: Statement): boolean => {
  const found = selects.get(statement);
  if (found !== undefined) return found;
  const is = /^select\b/i.test(statement.text);
  selects.set(statement, is);
  return is;
};

const byId = new WeakMap<Statement, boolean>();

/** Whether it reads columns of one session’s row and nothing else. */
export const isSessionById = (statement: Statement): boolean => {
  const found = byId.get(statement);
  if (found !== undefined) return found;
  const is = /^select [\w\s,"*.]+\sfrom session\s+where id = \$1$/.test(statement.text);
  byId.set(statement, is);
  return is;
};
