import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { frameTypes } from './child/frames.js';
import { type ChildKind, configOf, openedFiles } from './child-kind.ts';
import { type Confinement, nodeArguments } from './confinement.ts';
import { lowerPriority } from './lower-priority.ts';
import { type ProcessUsage, readChildPids, readProcessUsage } from './process-usage.ts';
import { createFrameReader, type Frame, type FrameLimits } from './read-frames.ts';

/** No process, or none in time: the machine is busy or full, and nothing is known about what the process would do. */
export class NoProcess extends Error {}

export interface ChildEnd {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** The last stderr output of node or the engine; never output of the job. */
  lastWords: string;
}

const bootTimeoutMs = 60_000;
const lingerMs = 2_000;
const maxLastWords = 4_096;
const maxFrameBytes = { ready: 4_096, output: 65_536, result: 65_536, progress: 8_192 };

/** A process that was booted for one job. Its messages are untrusted, because the job may have written them. */
export class SandboxChild implements AsyncDisposable {
  readonly kind: ChildKind;
  readonly closed: Promise<ChildEnd>;
  isClosed = false;
  bootMs = 0;
  usageAtBoot: ProcessUsage | undefined;
  readonly #process: ChildProcess;
  readonly #fence: Confinement;
  readonly #frameLimits = new Map<number, FrameLimits>([
    [frameTypes.ready, { maxBytes: maxFrameBytes.ready }],
    [frameTypes.begun, { maxBytes: 0 }],
    [frameTypes.stdout, { maxBytes: maxFrameBytes.output }],
    [frameTypes.stderr, { maxBytes: maxFrameBytes.output }],
    [frameTypes.progress, { maxBytes: maxFrameBytes.progress }],
    [frameTypes.result, { maxBytes: maxFrameBytes.result }],
    [frameTypes.file, { maxBytes: 0 }],
  ]);
  #takeFrame: (frame: Frame) => void = () => undefined;
  #takeGarbage: (message: string) => void = () => undefined;
  #pid: number | undefined;

  private constructor(kind: ChildKind, confinement: Confinement) {
    this.kind = kind;
    this.#fence = confinement;
    const opened: number[] = [];
    try {
      for (const file of openedFiles(kind)) opened.push(fs.openSync(file, 'r'));
      const [command = '', ...before]: string[] = [...confinement.launcher, process.execPath];
      this.#process = spawn(command, [...before, ...nodeArguments(confinement, kind, configOf(kind, confinement))], {
        env: {},
        cwd: '/',
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', ...opened],
        ...(confinement.uid !== null && !confinement.launcherChangesUser
          ? { uid: confinement.uid, gid: confinement.uid }
          : {}),
      });
    } finally {
      for (const fd of opened) fs.closeSync(fd);
    }
    if (this.#process.pid !== undefined) lowerPriority(this.#process.pid);
    this.closed = this.#watchEnd();
    const read = createFrameReader(this.#frameLimits, (frame) => {
      this.#takeFrame(frame);
    });
    let isGarbled = false;
    this.#framesOut?.on('data', (chunk: Buffer) => {
      if (isGarbled) return;
      try {
        read(chunk);
      } catch (error) {
        isGarbled = true;
        this.#takeGarbage(error instanceof Error ? error.message : String(error));
      }
    });
    // A kill breaks the pipes. The end of the process tells the reason.
    this.#framesOut?.on('error', () => undefined);
    this.#jobsIn?.on('error', () => undefined);
  }

  /** Boots a child, waits until it is warm, and seals it; stops at once when `signal` aborts. */
  static async boot(kind: ChildKind, confinement: Confinement, signal?: AbortSignal): Promise<SandboxChild> {
    signal?.throwIfAborted();
    const startedAt = performance.now();
    const child = new SandboxChild(kind, confinement);
    const giveUp = () => {
      child.kill();
    };
    signal?.addEventListener('abort', giveUp);
    try {
      await child.#waitUntilReady();
      child.#pid = confinement.hasInnerProcess ? readChildPids(child.#process.pid ?? 0)[0] : child.#process.pid;
      if (child.#pid === undefined) throw new Error('the process inside of its namespace cannot be found');
      // The child may have been forked before its launcher got its priority.
      if (confinement.hasInnerProcess) lowerPriority(child.#pid);
      await confinement.limiter?.limit(child.#pid);
      child.usageAtBoot = readProcessUsage(child.#pid);
      child.bootMs = performance.now() - startedAt;
      return child;
    } catch (error) {
      child.kill();
      const { exitCode, signal, lastWords } = await child.closed;
      const what = error instanceof Error ? error.message : String(error);
      const NotBooted = error instanceof NoProcess || isFull(lastWords) ? NoProcess : Error;
      throw new NotBooted(`${what} (exit ${String(exitCode ?? signal ?? 'unknown')}) ${lastWords}`.trim(), {
        cause: error,
      });
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  get pid(): number | undefined {
    return this.#pid;
  }

  get #framesOut(): Readable | undefined {
    return this.#process.stdio[4] as Readable | undefined;
  }

  get #jobsIn(): Writable | undefined {
    return this.#process.stdio[3] as Writable | undefined;
  }

  usage(): ProcessUsage | undefined {
    return this.#pid === undefined || this.isClosed ? undefined : readProcessUsage(this.#pid);
  }

  /**
   * Hands over the job. From now on `take` receives its frames, and `onGarbage` is called once if the child sends
   * anything else.
   */
  start(
    frames: Iterable<Buffer>,
    fileLimits: FrameLimits,
    take: (frame: Frame) => void,
    onGarbage: (what: string) => void,
  ): void {
    this.#takeFrame = take;
    this.#takeGarbage = onGarbage;
    this.#frameLimits.set(frameTypes.file, fileLimits);
    // A stream waits while the child reads slowly, because the frames together may be as large as the job's disk.
    if (this.#jobsIn) Readable.from(frames).pipe(this.#jobsIn, { end: false });
  }

  /** Kills the child, which is the only way to end it, because a guest cannot be asked to stop. */
  kill(): void {
    if (this.isClosed) return;
    // If only the launcher were killed, the inner process would survive as an orphan.
    const inside = this.#fence.hasInnerProcess ? (this.#pid ?? readChildPids(this.#process.pid ?? 0)[0]) : undefined;
    if (inside !== undefined && killed(inside)) {
      setTimeout(() => {
        this.#killAll();
      }, lingerMs).unref();
    } else this.#killAll();
  }

  /**
   * Kills the launcher and a process that it forks at this moment, which would otherwise survive and hold our pipes
   * open.
   */
  #killAll(): void {
    const { pid } = this.#process;
    // The launcher leads its own process group.
    if (pid !== undefined && !this.isClosed) killed(-pid);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill();
    await this.closed;
  }

  #watchEnd(): Promise<ChildEnd> {
    let lastWords = '';
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      lastWords = (lastWords + chunk.toString('latin1')).slice(-maxLastWords);
    });
    return new Promise((resolve) => {
      const end = (exitCode: number | null, signal: NodeJS.Signals | null) => {
        this.isClosed = true;
        // When its child dies by SIGKILL, unshare cannot kill itself with the same signal, so it exits with 1.
        const isKilledInside = this.#fence.hasInnerProcess && exitCode === 1 && lastWords.includes('sigprocmask');
        resolve({ exitCode: isKilledInside ? null : exitCode, signal: isKilledInside ? 'SIGKILL' : signal, lastWords });
      };
      this.#process.once('error', (error) => {
        lastWords += error.message;
        if (this.#process.pid === undefined) end(null, null);
      });
      this.#process.once('close', end);
    });
  }

  async #waitUntilReady(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      reject(new NoProcess('the child did not boot in time'));
    }, bootTimeoutMs);
    this.#takeFrame = ({ type }) => {
      if (type === frameTypes.ready) resolve(undefined);
      else reject(new Error('the child spoke before it was ready'));
      this.#takeFrame = () => {
        this.kill();
      };
    };
    this.#takeGarbage = (what) => {
      reject(new Error(`the child spoke out of turn: ${what}`));
      this.kill();
    };
    void this.closed.then(() => {
      reject(new Error('the child ended before it was ready'));
    });
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Whether the machine had no room for the process. */
const isFull = (lastWords: string): boolean =>
  /\b(?:EAGAIN|ENOMEM|EMFILE|ENFILE)\b|Cannot allocate memory/.test(lastWords);

/** False if the process or group no longer exists. */
const killed = (pid: number): boolean => {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
};
