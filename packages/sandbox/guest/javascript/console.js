let indent = '';
const counts = new Map();
const clocks = new Map();
const print = (stream, text) => host.write(stream, (indent ? text.replace(/^/gm, indent) : text) + '\n');
const toStdout = (...values) => print(1, format(...values));
const toStderr = (...values) => print(2, format(...values));
globalThis.console = {
  log: toStdout,
  info: toStdout,
  debug: toStdout,
  dir: (value) => toStdout(value),
  warn: toStderr,
  error: toStderr,
  table: (value) => toStdout(value),
  trace: (...values) => toStderr('Trace: ' + format(...values) + '\n' + new Error().stack),
  assert: (holds, ...values) => {
    if (!holds) toStderr('Assertion failed' + (values.length ? ': ' + format(...values) : ''));
  },
  group: (...values) => {
    if (values.length) toStdout(...values);
    indent += '  ';
  },
  groupEnd: () => {
    indent = indent.slice(2);
  },
  count: (label = 'default') => {
    counts.set(label, (counts.get(label) ?? 0) + 1);
    toStdout(label + ': ' + counts.get(label));
  },
  countReset: (label = 'default') => {
    counts.delete(label);
  },
  time: (label = 'default') => {
    clocks.set(label, host.now());
  },
  timeEnd: (label = 'default') => {
    toStdout(label + ': ' + (host.now() - (clocks.get(label) ?? host.now())).toFixed(3) + 'ms');
    clocks.delete(label);
  },
};
