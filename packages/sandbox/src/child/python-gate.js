/**
 * The gate between Python and JavaScript: the functions that Python's engine imports. Before the engine sees them,
 * every function that is not on the list is replaced by one that refuses once the gate is shut.
 */

const allowed = new Set(
  `__assert_fail _abort_js exit proc_exit emscripten_runtime_keepalive_push emscripten_runtime_keepalive_pop
  _emscripten_runtime_keepalive_clear _emscripten_get_progname _Py_emscripten_runtime
  _Py_CheckEmscriptenSignals_Helper _PyEM_TrampolineCall_JS can_run_sync_js _try_fcntl64 _maybe_poll_async
  environ_sizes_get environ_get random_get clock_res_get clock_time_get emscripten_date_now emscripten_get_now
  _tzset_js _timegm_js _mktime_js _localtime_js _gmtime_js emscripten_get_heap_max emscripten_resize_heap
  __syscall_getuid32_js __syscall_umask_js __syscall_ioctl __syscall_fcntl64 __syscall_openat fd_close fd_read
  fd_write fd_pread fd_pwrite fd_seek fd_sync fd_fdstat_get __syscall_faccessat __syscall_chdir __syscall_chmod
  __syscall_dup __syscall_dup3 __syscall_fchdir __syscall_fchmod __syscall_fchmodat2 __syscall_fdatasync
  __syscall_fstat64 __syscall_stat64 __syscall_newfstatat __syscall_lstat64 __syscall_ftruncate64
  __syscall_truncate64 __syscall_getcwd __syscall_getdents64 __syscall_mkdirat __syscall_poll
  __syscall_fadvise64 __syscall_readlinkat __syscall_unlinkat __syscall_rmdir __syscall_renameat
  __syscall_symlinkat __syscall_statfs64 __syscall_fstatfs64 __syscall_utimensat _munmap_js _mmap_js _msync_js
  JsvError_Check Jsv_GetError_import create_sentinel is_sentinel`.split(/\s+/),
);

const notSupported = -52;
const nameNotFound = -4;

/**
 * Functions that ordinary Python programs call. They return an error, and the program may continue. A pipe is among
 * them, because its buffer would escape every quota, and a single program has no use for it.
 */
const answered = new Map([
  ['getaddrinfo', nameNotFound],
  ['getnameinfo', nameNotFound],
  ['getprotobyname', 0],
  ...`__syscall_socket __syscall_connect __syscall_bind __syscall_listen __syscall_accept4 __syscall_getpeername
  __syscall_getsockname __syscall_getsockopt __syscall_recvfrom __syscall_recvmsg __syscall_sendmsg
  __syscall_sendto _maybe_connect_async _maybe_recvfrom_async _maybe_sendto_async _try_shutdown
  __syscall_pipe __syscall_mknodat __syscall_fallocate __syscall_fchownat __syscall_fchown32 _setitimer_js
  _emscripten_system`
    .split(/\s+/)
    .map((name) => /** @type {const} */ ([name, notSupported])),
]);

/** The offset of the library's name in the engine's handle. */
const libraryNameOffset = 36;

export class GateViolation extends Error {}

/** Kinds of import that give no access: they hold numbers and entries that the engine itself made. */
const isInert = (/** @type {unknown} */ value) =>
  ['Global', 'Memory', 'Table', 'Tag'].includes(
    Object.prototype.toString.call(value).slice('[object WebAssembly.'.length, -1),
  );

export class PythonGate {
  /** @type {string | undefined} */
  violation;
  isShut = false;
  /**
   * Functions that the engine may hold: gated functions, and functions in `allowed`.
   * @type {WeakSet<Function>}
   */
  #known = new WeakSet();
  trampolines = 0;
  /** @type {string[]} */
  ungated = [];
  /**
   * Exceptions for calls that `allowed` does not admit.
   * @type {Map<string, (...args: any[]) => boolean>}
   */
  #admissions = new Map();

  /**
   * With `isOpen` the gate admits every import. Only the test that canaries notice a missing gate sets it.
   * @param {{ isOpen: boolean }} options
   */
  constructor({ isOpen }) {
    this.isOpen = isOpen;
  }

  /**
   * Replaces each imported function that is not in `allowed` with a gated function.
   * @param {Record<string, Record<string, unknown>>} imports
   */
  guard(imports) {
    for (const [from, functions] of Object.entries(imports)) {
      // Tables of addresses, which the engine fills while it links.
      if (from.startsWith('GOT.')) continue;
      for (const name of Object.keys(functions)) {
        const value = functions[name];
        if (typeof value === 'function') {
          if (!this.#known.has(value)) functions[name] = this.#gated(name, value);
        } else if (!isInert(value)) throw new Error(`the import ${from}.${name} cannot be gated`);
      }
    }
  }

  /**
   * Checks a trampoline, a small module that the engine makes around each of our functions in its table. The function
   * inside must have passed the gate.
   * @param {unknown} wrapped
   */
  countTrampoline(wrapped) {
    if (typeof wrapped !== 'function') return;
    this.trampolines++;
    if (!this.#known.has(wrapped)) this.ungated.push(wrapped.name);
  }

  /**
   * Allows Python to start compiled modules that were linked before the gate was shut. Python may look up the start
   * function of these libraries only.
   * @param {readonly string[]} modules their places
   * @param {(pointer: number) => string} readText what the engine's memory holds there
   */
  admitLinked(modules, readText) {
    this.#admissions.set(
      '_dlsym_js',
      (library, symbol) =>
        modules.includes(readText(library + libraryNameOffset)) && readText(symbol).startsWith('PyInit_'),
    );
  }

  /** @param {string} name @param {Function} value */
  #gated(name, value) {
    if (allowed.has(name) || this.isOpen) {
      this.#known.add(value);
      return value;
    }
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- a proxy's handler has a `this` of its own
    const gate = this;
    /** @this {unknown} @param {unknown[]} args */
    const gated = function (...args) {
      if (!gate.isShut || gate.#admissions.get(name)?.(...args)) return value.apply(this, args);
      const answer = answered.get(name);
      if (answer !== undefined) return answer;
      gate.violation ??= name;
      throw new GateViolation(`sandbox violation: ${name}`);
    };
    // The engine reads a signature from the function's properties.
    Object.assign(gated, value);
    this.#known.add(gated);
    return gated;
  }
}
