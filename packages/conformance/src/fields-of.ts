/** The field of each item, or a list of its fields. */
export const fieldsOf = <T, K extends keyof T>(items: readonly T[], first: K, ...more: readonly K[]): unknown[] =>
  items.map((item) => (more.length === 0 ? item[first] : [first, ...more].map((name) => item[name])));
