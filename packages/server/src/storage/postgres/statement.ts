/** A query. A query that is repeated has a name, under which connections keep it prepared. */
export interface Statement {
  name?: string;
  text: string;
}

const known = new Map<string, WeakMap<TemplateStringsArray, Statement>>();
let count = 0;

/** A statement that connections keep prepared. */
export const prepare = (text: string): Statement => ({ name: `s${String(++count)}`, text });

/**
 * Returns the statement of a template, with `end` after it. Each place in the source has strings of its own, and so a
 * statement of its own. Strings of the source, and those that `templateOf` keeps, are frozen; others may not come again.
 */
export const statementOf = (strings: TemplateStringsArray, end = ''): Statement => {
  const statements = known.get(end) ?? new WeakMap<TemplateStringsArray, Statement>();
  known.set(end, statements);
  const found = statements.get(strings);
  if (found) return found;
  const text = strings.reduce((before, part, index) => `${before}$${String(index)}${part}`).trim() + end;
  if (!Object.isFrozen(strings)) return { text };
  const made = prepare(text);
  statements.set(strings, made);
  return made;
};
