def _sandbox_set_up():
    import atexit, asyncio, asyncio.base_events, asyncio.runners, builtins, errno, importlib.machinery, json, linecache, os, random, sys, time, traceback, types
    for name in [n for n in sys.modules if n in ('js', 'pyodide_js') or n.split('.')[0] in ('pyodide', '_pyodide', '_pyodide_core', 'micropip')]:
        sys.modules.pop(name, None)
    class _Deny:
        names = {'js', 'pyodide_js', 'pyodide', '_pyodide', '_pyodide_core', 'micropip', 'ctypes', '_ctypes'}
        def find_spec(self, name, path=None, target=None):
            if name.split('.')[0] in self.names:
                raise ModuleNotFoundError(f"No module named {name!r} (not available in the sandbox)", name=name)
            return None
    sys.meta_path[:] = [_Deny()] + [f for f in sys.meta_path if 'yodide' not in type(f).__module__ and 'JsFinder' not in type(f).__name__ and 'yodide' not in getattr(f, '__module__', '')]
    sleep_device = os.open('/dev/sleep', os.O_WRONLY)
    write = os.write
    def sleep(seconds):
        if seconds < 0: raise ValueError('sleep length must be non-negative')
        if seconds: write(sleep_device, repr(float(seconds) * 1000).encode())
    time.sleep = sleep
    progress_device = os.open('/dev/progress', os.O_WRONLY)
    def progress(fraction, message=None):
        """Says how far the job is: a number from 0 to 1, and what it does now in at most 1000 characters."""
        if not 0 <= fraction <= 1: raise ValueError('pairspace.progress: the fraction must be a number from 0 to 1')
        said = None if message is None else str(message)[:1000]
        write(progress_device, json.dumps({'fraction': float(fraction), 'message': said}).encode())
    class _Pairspace:
        """Finds the module pairspace where the job has no file of that name."""
        def find_spec(self, name, path=None, target=None):
            return importlib.machinery.ModuleSpec(name, self) if name == 'pairspace' else None
        def create_module(self, spec): return None
        def exec_module(self, module): module.progress = progress
    sys.meta_path.append(_Pairspace())
    class _Selector:
        def select(self, timeout=None):
            if timeout is None: raise RuntimeError('deadlock: the event loop has nothing left to wait for')
            if timeout > 0: sleep(timeout)
            return []
        def close(self): pass
        def get_map(self): return {}
    class SandboxEventLoop(asyncio.base_events.BaseEventLoop):
        def __init__(self):
            super().__init__()
            self._selector = _Selector()
        def _process_events(self, events): pass
        def _write_to_self(self): pass
    base = getattr(asyncio.events, '_BaseDefaultEventLoopPolicy', None) or asyncio.events.BaseDefaultEventLoopPolicy
    class SandboxEventLoopPolicy(base):
        _loop_factory = SandboxEventLoop
    set_policy = getattr(asyncio.events, '_set_event_loop_policy', None) or asyncio.set_event_loop_policy
    set_policy(SandboxEventLoopPolicy())
    asyncio.run = asyncio.runners.run
    try: asyncio._set_running_loop(None)
    except Exception: pass
    for stream in (sys.stdout, sys.stderr): stream.reconfigure(line_buffering=True)
    def finish(code, reason, message):
        for stream in (sys.stdout, sys.stderr):
            try: stream.flush()
            except BaseException: pass
        try:
            with open('/.end.json', 'w') as file: json.dump({'reason': reason, 'message': message}, file)
        except BaseException: pass
        os._exit(code & 255)
    def run():
        del builtins._sandbox_run
        with open('/.job.json') as file: job = json.load(file)
        os.unlink('/.job.json')
        os.environ.clear()
        os.environ.update({'HOME': '/work', 'TMPDIR': '/tmp', **job['env']})
        os.chdir('/work')
        path = '/work/' + job['path']
        sys.argv = [path] + job['args']
        sys.path[:0] = list(dict.fromkeys([os.path.dirname(path), '/work']))
        random.seed()
        linecache.cache[path] = (len(job['code']), None, job['code'].splitlines(True), path)
        main = types.ModuleType('__main__')
        main.__file__ = path
        main.__builtins__ = builtins
        sys.modules['__main__'] = main
        code, reason, message = 0, 'exit', None
        try:
            exec(compile(job['code'], path, 'exec'), main.__dict__)
        except SystemExit as error:
            code = 0 if error.code is None else error.code if isinstance(error.code, int) else 1
            if error.code is not None and not isinstance(error.code, int): print(error.code, file=sys.stderr)
        except MemoryError as error:
            code, reason = 1, 'memory'
            error.__traceback__ = error.__traceback__.tb_next if error.__traceback__ else None
            main.__dict__.clear()
            try: traceback.print_exception(type(error), error, error.__traceback__)
            except BaseException: pass
        except BaseException as error:
            code = 1
            if isinstance(error, OSError) and error.errno == errno.ENOSPC: reason = 'disk'
            trace = error.__traceback__.tb_next if error.__traceback__ else None
            try:
                message = traceback.format_exception_only(error)[-1].strip()[:500]
                if isinstance(error, ModuleNotFoundError):
                    error.add_note("A job has the standard library, its own files, and the wheels that the operator of the service has added (PAIRSPACE_WHEELS).")
                    message += '. ' + "A job has the standard library, its own files, and the wheels that the operator of the service has added (PAIRSPACE_WHEELS)."
                traceback.print_exception(type(error), error, trace)
            except BaseException: message = type(error).__name__
        try: atexit._run_exitfuncs()
        except BaseException: pass
        finish(code, reason, message)
    # A rehearsal of the code that every job runs first and last, so that the engine compiles it now.
    with open('/.rehearsal.json', 'w') as file: json.dump({'env': {}, 'code': ''}, file)
    with open('/.rehearsal.json') as file: json.load(file)
    os.unlink('/.rehearsal.json')
    os.chdir('/work')
    try: exec(compile('x = [str(i) for i in range(9)]\nx[9]', '/work/main.py', 'exec'), {'__builtins__': builtins})
    except IndexError as error: traceback.format_exception(error)
    random.seed()
    builtins._sandbox_run = run
