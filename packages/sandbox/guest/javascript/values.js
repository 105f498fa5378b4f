const host = globalThis.__host;
delete globalThis.__host;

const quote = (text) => "'" + text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n') + "'";
const inspectFunction = (value) => {
  const source = Function.prototype.toString.call(value);
  return source.startsWith('class')
    ? '[class ' + (value.name || '(anonymous)') + ']'
    : '[Function: ' + (value.name || '(anonymous)') + ']';
};
/** Puts parts in braces: on one line if they fit, otherwise on a line each. */
const layOut = (value, name, parts, depth) => {
  const shown = parts.slice(0, 100);
  if (parts.length > 100) shown.push('... ' + (parts.length - 100) + ' more');
  const [open, close] = Array.isArray(value) || ArrayBuffer.isView(value) ? ['[', ']'] : ['{', '}'];
  if (shown.length === 0) return name + open + close;
  const line = name + open + ' ' + shown.join(', ') + ' ' + close;
  const indent = '  '.repeat(depth + 1);
  return line.length <= 80 && !line.includes('\n')
    ? line
    : name + open + '\n' + indent + shown.join(',\n' + indent) + '\n' + '  '.repeat(depth) + close;
};
/** The items that will be shown; the other items stay holes, which are only counted. */
const partsOfList = (list, inner) =>
  Array.from({ length: Math.min(list.length, 101) }, (_, i) => inner(list[i])).concat(
    list.length > 101 ? Array(list.length - 101) : [],
  );
const partsOfProperties = (value, inner) =>
  Object.entries(value).map(
    ([key, each]) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : "'" + key + "'") + ': ' + inner(each),
  );
const classNameOf = (value) => {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null) return '[Object: null prototype] ';
  return prototype === Object.prototype ? '' : (prototype.constructor?.name ?? 'Object') + ' ';
};
const inspectObject = (value, depth, seen) => {
  const inner = (each) => inspect(each, depth + 1, seen);
  const braces = (name, parts) => layOut(value, name, parts, depth);
  if (Array.isArray(value)) return braces('', partsOfList(value, inner));
  if (value instanceof Map)
    return braces(
      'Map(' + value.size + ') ',
      [...value].map(([key, each]) => inner(key) + ' => ' + inner(each)),
    );
  if (value instanceof Set) return braces('Set(' + value.size + ') ', [...value].map(inner));
  if (value instanceof Date) return isNaN(value) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (value instanceof Promise) return 'Promise {}';
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return braces(value.constructor.name + '(' + value.length + ') ', partsOfList(value, String));
  return braces(classNameOf(value), partsOfProperties(value, inner));
};
const inspect = (value, depth = 0, seen = new Set()) => {
  if (typeof value === 'string') return depth === 0 ? value : quote(value);
  if (typeof value === 'bigint') return value + 'n';
  if (typeof value === 'symbol') return String(value);
  if (typeof value === 'function') return inspectFunction(value);
  if (value === null || typeof value !== 'object') return Object.is(value, -0) ? '-0' : String(value);
  if (value instanceof Error) return describeError(value);
  if (seen.has(value)) return '[Circular]';
  if (depth > 3) return Array.isArray(value) ? '[Array]' : '[Object]';
  seen.add(value);
  const text = inspectObject(value, depth, seen);
  seen.delete(value);
  return text;
};
const describeError = (error) => {
  const head = error.name + ': ' + error.message;
  const stack = typeof error.stack === 'string' ? error.stack.replace(/\n$/, '') : '';
  const text = stack.startsWith(error.name) ? stack : stack ? head + '\n' + stack : head;
  const extra = error.code === undefined ? '' : " { code: '" + error.code + "' }";
  const errors = Array.isArray(error.errors) ? error.errors.map((each) => '\n  ' + inspect(each, 1)).join('') : '';
  return text + extra + errors + (error.cause === undefined ? '' : '\n[cause]: ' + inspect(error.cause, 1));
};
const format = (first, ...rest) => {
  if (typeof first !== 'string' || !first.includes('%')) return [first, ...rest].map((each) => inspect(each)).join(' ');
  const text = first.replace(/%[sdifjoOc%]/g, (mark) => {
    if (mark === '%%') return '%';
    if (rest.length === 0) return mark;
    const value = rest.shift();
    if (mark === '%s') return typeof value === 'object' ? inspect(value, 1) : String(value);
    if (mark === '%d') return String(Number(value));
    if (mark === '%i') return String(parseInt(value, 10));
    if (mark === '%f') return String(parseFloat(value));
    if (mark === '%j') return JSON.stringify(value);
    return mark === '%c' ? '' : inspect(value, 1);
  });
  return [text, ...rest.map((each) => inspect(each))].join(' ');
};
