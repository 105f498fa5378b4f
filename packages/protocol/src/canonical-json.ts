/**
 * The canonical JSON text of a value by RFC 8785: members sorted by UTF-16 code units, no white space. Members that are
 * `undefined` are left out, as by `JSON.stringify`. Throws a TypeError for values that JSON cannot represent.
 */
export const canonicalJson = (value: unknown): string => (isInOrder(value) ? JSON.stringify(value) : sortedJson(value));

/** Whether `JSON.stringify` writes the value in canonical form. A value parsed from canonical JSON always passes. */
const isInOrder = (value: unknown): boolean => {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isInOrder);
  if (typeof value !== 'object' || 'toJSON' in value) return false;
  let previous: string | undefined;
  const members = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(members)) {
    if (previous !== undefined && key <= previous) return false;
    if (!isInOrder(members[key])) return false;
    previous = key;
  }
  return true;
};

const sortedJson = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`${typeof value} has no canonical JSON`);
  let members = '';
  const entries = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(entries).sort()) {
    const member = entries[key];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${sortedJson(member)}`;
  }
  return `{${members}}`;
};
