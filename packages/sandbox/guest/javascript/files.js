const sentences = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EISDIR: 'illegal operation on a directory',
  EEXIST: 'file already exists',
  ENOSPC: 'no space left on device',
  ENOTEMPTY: 'directory not empty',
  ENAMETOOLONG: 'name too long',
  EINVAL: 'invalid argument',
};
const failure = (code, syscall, path) =>
  Object.assign(new Error(code + ': ' + (sentences[code] ?? 'failed') + ', ' + syscall + " '" + path + "'"), {
    code,
    syscall,
    path,
  });
const pathOf = (path) => {
  if (path instanceof URL) {
    if (path.protocol !== 'file:') throw new TypeError('The URL must be of scheme file');
    return decodeURIComponent(path.pathname);
  }
  if (path instanceof Uint8Array) return new TextDecoder().decode(path);
  if (typeof path !== 'string')
    throw Object.assign(new TypeError('The "path" argument must be of type string'), { code: 'ERR_INVALID_ARG_TYPE' });
  return path;
};
const encodingOf = (options) => (typeof options === 'string' ? options : options?.encoding) ?? undefined;
const bytesOf = (data) => {
  if (typeof data === 'string') return new TextEncoder().encode(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw Object.assign(new TypeError('The "data" argument must be a string or an array of bytes'), {
    code: 'ERR_INVALID_ARG_TYPE',
  });
};
const check = (code, syscall, path) => {
  if (code !== 'ok') throw failure(code, syscall, path);
};
const statOf = (path, syscall) => {
  const found = host.stat(path);
  if (found === null) throw failure('ENOENT', syscall, path);
  const isDirectory = found[0] === 1;
  return {
    size: found[1],
    mtimeMs: found[2],
    mtime: new Date(found[2]),
    mode: isDirectory ? 16877 : 33188,
    isDirectory: () => isDirectory,
    isFile: () => !isDirectory,
    isSymbolicLink: () => false,
  };
};
const existsSync = (path) => {
  try {
    return host.stat(pathOf(path)) !== null;
  } catch {
    return false;
  }
};
const fs = {
  constants: { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 },
  existsSync,
  readFileSync: (path, options) => {
    const name = path === 0 ? '/dev/stdin' : pathOf(path);
    const got = host.read(name);
    if (typeof got === 'string') throw failure(got, 'open', name);
    const encoding = encodingOf(options);
    if (encoding === 'base64') return host.base64(got);
    if (encoding === 'hex') return Array.from(got, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return encoding === undefined || encoding === 'buffer' ? got : new TextDecoder().decode(got);
  },
  writeFileSync: (path, data, options) => {
    const name = pathOf(path);
    const flag = options?.flag ?? 'w';
    if (flag.includes('x') && existsSync(name)) throw failure('EEXIST', 'open', name);
    check(host.writeFile(name, bytesOf(data), flag.startsWith('a')), 'open', name);
  },
  appendFileSync: (path, data) => {
    const name = pathOf(path);
    check(host.writeFile(name, bytesOf(data), true), 'open', name);
  },
  readdirSync: (path, options) => {
    const name = pathOf(path);
    const names = host.list(name);
    if (typeof names === 'string') throw failure(names, 'scandir', name);
    const all = names.sort().flatMap((each) => {
      const stat = statOf(name.replace(/\/?$/, '/') + each, 'stat');
      const entry = options?.withFileTypes ? { ...stat, name: each, parentPath: name } : each;
      if (!options?.recursive || !stat.isDirectory()) return [entry];
      const below = fs.readdirSync(name.replace(/\/?$/, '/') + each, options);
      return [entry, ...below.map((one) => (typeof one === 'string' ? each + '/' + one : one))];
    });
    return all;
  },
  statSync: (path, options) => {
    const name = pathOf(path);
    return options?.throwIfNoEntry === false && !existsSync(name) ? undefined : statOf(name, 'stat');
  },
  lstatSync: (path) => statOf(pathOf(path), 'lstat'),
  accessSync: (path) => {
    statOf(pathOf(path), 'access');
  },
  mkdirSync: (path, options) => {
    const name = pathOf(path);
    const code = host.makeDirectory(name, Boolean(options?.recursive));
    check(code, 'mkdir', name);
  },
  rmSync: (path, options) => {
    const name = pathOf(path);
    const found = host.stat(name);
    if (found === null) {
      if (options?.force) return;
      throw failure('ENOENT', 'rm', name);
    }
    if (found[0] === 1) {
      if (!options?.recursive) throw failure('EISDIR', 'rm', name);
      for (const each of host.list(name)) fs.rmSync(name.replace(/\/?$/, '/') + each, options);
    }
    check(host.remove(name), 'rm', name);
  },
  unlinkSync: (path) => {
    const name = pathOf(path);
    if (statOf(name, 'unlink').isDirectory()) throw failure('EISDIR', 'unlink', name);
    check(host.remove(name), 'unlink', name);
  },
  rmdirSync: (path) => {
    const name = pathOf(path);
    if (!statOf(name, 'rmdir').isDirectory()) throw failure('ENOTDIR', 'rmdir', name);
    check(host.remove(name), 'rmdir', name);
  },
  renameSync: (from, to) => {
    check(host.rename(pathOf(from), pathOf(to)), 'rename', pathOf(from));
  },
  copyFileSync: (from, to) => {
    fs.writeFileSync(to, fs.readFileSync(from));
  },
  truncateSync: (path, size = 0) => {
    const content = fs.readFileSync(path);
    const next = new Uint8Array(size);
    next.set(content.subarray(0, size));
    fs.writeFileSync(path, next);
  },
  mkdtempSync: (prefix) => {
    const name = pathOf(prefix) + crypto.randomUUID().slice(0, 6);
    fs.mkdirSync(name);
    return name;
  },
  realpathSync: (path) => {
    statOf(pathOf(path), 'realpath');
    return path_.resolve(pathOf(path));
  },
};
fs.promises = Object.fromEntries(
  Object.entries(fs)
    .filter(([name]) => name.endsWith('Sync') && name !== 'existsSync')
    .map(([name, run]) => [name.slice(0, -4), async (...args) => run(...args)]),
);
for (const [name, run] of Object.entries(fs.promises)) {
  fs[name] = (...args) => {
    const done = args.pop();
    run(...args).then(
      (value) => setImmediate(done, null, value),
      (error) => setImmediate(done, error),
    );
  };
}
