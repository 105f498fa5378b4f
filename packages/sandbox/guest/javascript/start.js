const outputStream = (fd) => ({
  fd,
  isTTY: false,
  columns: 80,
  write: (data) => {
    host.write(fd, typeof data === 'string' ? data : new TextDecoder().decode(data));
    return true;
  },
});
const inputStream = () => ({
  fd: 0,
  isTTY: false,
  setEncoding: () => {},
  [Symbol.asyncIterator]: async function* () {
    const text = fs.readFileSync(0, 'utf8');
    if (text) yield text;
  },
});
const createClock = () => ({
  uptime: () => host.now() / 1000,
  hrtime: Object.assign(
    () => {
      const now = host.now();
      return [Math.floor(now / 1000), Math.round((now % 1000) * 1e6)];
    },
    { bigint: () => BigInt(Math.round(host.now() * 1e6)) },
  ),
});
const createProcess = ({ main, args, env }) => {
  let exitCode;
  const process = Object.assign(new EventEmitter(), {
    argv: ['/usr/bin/node', main, ...args],
    argv0: 'node',
    env,
    platform: 'sandbox',
    arch: 'wasm32',
    pid: 1,
    version: 'v0.0.0',
    versions: {},
    execArgv: [],
    cwd: () => '/work',
    chdir: () => {
      throw new Error('process.chdir() is not supported in the sandbox');
    },
    exit: (code) => {
      host.exit(Number(code ?? exitCode ?? 0));
    },
    ...createClock(),
    memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }),
    nextTick: (run, ...args) => {
      queueMicrotask(() => run(...args));
    },
    emitWarning: (text) => toStderr('Warning: ' + text),
    stdout: outputStream(1),
    stderr: outputStream(2),
    stdin: inputStream(),
  });
  return Object.defineProperty(process, 'exitCode', {
    enumerable: true,
    get: () => exitCode,
    set: (code) => {
      exitCode = code === undefined ? undefined : Number(code);
    },
  });
};
const start = ({ main, args, env }) => {
  performance.timeOrigin = Date.now() - host.now();
  globalThis.require = requireFrom(path_.dirname(main));
  globalThis.process = createProcess({ main, args, env });
  modules.process = process;
};
// The functions that the host calls between turns. They are bound now, so that the script cannot replace them.
const numberOf = (value) => (typeof value === 'number' && value === value ? value & 255 : 0);
globalThis.__inside = {
  start,
  describe: (error) => {
    try {
      return error instanceof Error ? 'Uncaught ' + describeError(error) : 'Uncaught ' + inspect(error, 1);
    } catch {
      return 'Uncaught error';
    }
  },
  kind: (error) => {
    try {
      return error?.code === 'ENOSPC'
        ? 'disk'
        : error instanceof Error && error.name === 'InternalError' && /out of memory/.test(error.message)
          ? 'memory'
          : 'exit';
    } catch {
      return 'exit';
    }
  },
  exitCode: () => {
    try {
      return numberOf(process.exitCode);
    } catch {
      return 0;
    }
  },
  emitExit: () => {
    try {
      process.emit?.('exit', numberOf(process.exitCode));
    } catch (error) {
      host.write(2, inspect(error) + '\n');
    }
  },
  tick: () => {
    let next;
    for (const timer of timers.values()) if (next === undefined || timer.at < next.at) next = timer;
    if (next === undefined) return false;
    const left = next.at - host.now();
    if (left > 0) host.sleep(left);
    if (next.every === undefined) timers.delete(next.id);
    else next.at = host.now() + next.every;
    next.run(...next.args);
    return true;
  },
};
