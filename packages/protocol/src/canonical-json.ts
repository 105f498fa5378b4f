/**
 * The canonical JSON text of a value by RFC 8785: members sorted by UTF-16 code units, no white space. Members that are
 * `undefined` are left out, as by `JSON.stringify`. Throws a TypeError for what JSON cannot carry.
 */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`${typeof value} has no canonical JSON`);
  let members = '';
  const entries = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(entries).sort()) {
    const member = entries[key];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
};
