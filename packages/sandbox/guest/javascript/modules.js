const modules = {
  fs,
  'fs/promises': fs.promises,
  path: path_,
  'path/posix': path_,
  assert,
  'assert/strict': assert.strict,
  events: EventEmitter,
  test,
  util: {
    inspect: (value) => inspect(value, 1),
    format,
    isDeepStrictEqual: (a, b) => isDeepEqual(a, b, true),
    promisify:
      (run) =>
      (...args) =>
        new Promise((resolve, reject) => run(...args, (error, value) => (error ? reject(error) : resolve(value)))),
    TextEncoder,
    TextDecoder,
  },
  'timers/promises': { setTimeout: delay, setImmediate: (value) => delay(0, value) },
  timers: { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate },
  url: {
    URL,
    URLSearchParams,
    fileURLToPath: pathOf,
    pathToFileURL: (path) => new URL('file://' + path_.resolve(path)),
  },
  os: { EOL: '\n', platform: () => 'sandbox', tmpdir: () => '/tmp', cpus: () => [], homedir: () => '/work' },
  crypto: { ...crypto, webcrypto: crypto },
  perf_hooks: { performance },
};
const bare = (name) => name.replace(/^node:/, '');
Object.defineProperty(globalThis, '__module', { value: (name) => modules[name] });
globalThis.__moduleNames = () =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(modules).map(([name, module]) => [
        name,
        Object.keys(module).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== 'default'),
      ]),
    ),
  );

const loaded = new Map();
const requireFrom = (folder) => (name) => {
  if (Object.hasOwn(modules, bare(name))) return modules[bare(name)];
  const missing = () => Object.assign(new Error("Cannot find module '" + name + "'"), { code: 'MODULE_NOT_FOUND' });
  if (!/^\.{0,2}\//.test(name)) throw missing();
  const base = name.startsWith('/') ? name : folder + '/' + name;
  const file = ['', '.js', '.cjs', '.json', '/index.js']
    .map((end) => path_.normalize(base + end))
    .find((each) => {
      const found = host.stat(each);
      return found !== null && found[0] === 0;
    });
  if (file === undefined) throw missing();
  if (loaded.has(file)) return loaded.get(file).exports;
  const module = { exports: {}, filename: file };
  loaded.set(file, module);
  const source = fs.readFileSync(file, 'utf8');
  if (file.endsWith('.json')) module.exports = JSON.parse(source);
  else {
    const run = host.compile('(function (exports, require, module, __filename, __dirname) {' + source + '\n})', file);
    run.call(module.exports, module.exports, requireFrom(path_.dirname(file)), module, file, path_.dirname(file));
  }
  return module.exports;
};
