import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

// A bound far above every job's own limit; it ends loops after the supervisor has died.
const cpuBackstopSeconds = 600;
const limits = ['--nofile=0', '--fsize=0', '--nproc=0', '--core=0', `--cpu=${String(cpuBackstopSeconds)}`];
const done = 'limited';
const script = `while read -r pid; do
  if said=$(prlimit --pid "$pid" "$@" 2>&1); then echo ${done}; else echo "prlimit: $said" | tr '\\n' ' '; echo; fi
done`;

type Shell = ChildProcessByStdio<Writable, Readable, null>;

/**
 * Drops privileges of booted children: they can open no file, write no file and start no process, even if a guest
 * breaks out. Without CAP_SYS_RESOURCE, only the children's own user may set their limits. A single shell of that user
 * does it for all children, because starting a process from a large service takes milliseconds.
 */
export class ProcessLimiter implements Disposable {
  readonly #uid: number | null;
  #shell: Shell | undefined;
  /** Callers that wait for an answer, in the order of their requests. */
  #waiting: PromiseWithResolvers<undefined>[] = [];

  /** @param uid the children's user, where it is another than ours */
  constructor(uid: number | null) {
    this.#uid = uid;
  }

  async limit(pid: number): Promise<void> {
    const request = Promise.withResolvers<undefined>();
    this.#shell ??= this.#open();
    this.#waiting.push(request);
    this.#shell.stdin.write(`${String(pid)}\n`);
    // The timer keeps the process alive until the answer arrives.
    const stayAwake = setInterval(() => undefined, 60_000);
    try {
      await request.promise;
    } finally {
      clearInterval(stayAwake);
    }
  }

  [Symbol.dispose](): void {
    this.#shell?.stdin.end();
    this.#shell = undefined;
  }

  #open(): Shell {
    const uid = this.#uid;
    const shell = spawn('sh', ['-c', script, 'sh', ...limits], {
      env: { PATH: process.env['PATH'] },
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
      ...(uid === null ? {} : { uid, gid: uid }),
    });
    createInterface(shell.stdout).on('line', (line) => {
      const request = this.#waiting.shift();
      if (line === done) request?.resolve(undefined);
      else request?.reject(new Error(line.trim()));
    });
    const end = (why: string) => {
      if (this.#shell === shell) this.#shell = undefined;
      for (const request of this.#waiting.splice(0)) request.reject(new Error(`the limiter ended: ${why}`));
    };
    shell.once('error', ({ message }) => {
      end(message);
    });
    shell.once('close', (exitCode, signal) => {
      end(String(exitCode ?? signal));
    });
    shell.stdin.on('error', () => undefined);
    // The shell ends with its input, and does not keep the process alive.
    shell.unref();
    for (const stream of [shell.stdin, shell.stdout]) (stream as Readable & { unref?: () => void }).unref?.();
    return shell;
  }
}
