import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const endMs = 10_000;

/** Settings of this machine are for its own service, not for one that lives a few seconds. */
const withoutSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('PAIRSPACE_')));

/** A Node program of this repository, run as a process of its own until disposed. */
export class Child implements AsyncDisposable {
  readonly name: string;
  /** Resolves when it ends well; rejects when it ends otherwise. */
  readonly done: Promise<void>;
  readonly #process: ChildProcess;

  /** Starts it, to be ended with all that `children` holds. What it prints goes to `onLine`, else where this process prints. */
  static start(
    children: AsyncDisposableStack,
    script: URL,
    args: readonly string[],
    { env = {}, onLine }: { env?: Record<string, string>; onLine?: (line: string) => void } = {},
  ): Child {
    if (children.disposed) throw new Error('Too late to start anything.');
    return children.use(new Child(script, args, env, onLine));
  }

  private constructor(
    script: URL,
    args: readonly string[],
    env: Record<string, string>,
    onLine?: (line: string) => void,
  ) {
    this.name = script.pathname.split('/').at(-1) ?? '';
    this.#process = spawn(
      process.execPath,
      ['--conditions=pairspace-source', '--disable-warning=ExperimentalWarning', fileURLToPath(script), ...args],
      {
        env: { ...withoutSettings(process.env), ...env },
        stdio: ['ignore', onLine ? 'pipe' : 'inherit', 'inherit'],
      },
    );
    if (onLine && this.#process.stdout) createInterface({ input: this.#process.stdout }).on('line', onLine);
    this.done = this.#end();
    this.done.catch(() => undefined);
  }

  async #end(): Promise<void> {
    const [code, signal] = (await once(this.#process, 'exit')) as [number | null, NodeJS.Signals | null];
    if (code !== 0)
      throw new Error(`${this.name} ended with ${code === null ? String(signal) : `exit code ${String(code)}`}.`);
  }

  /** Ends it at once, as a crash does. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.done.catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const kill = setTimeout(() => this.#process.kill('SIGKILL'), endMs);
    this.#process.kill('SIGTERM');
    await this.done.catch(() => undefined);
    clearTimeout(kill);
  }
}
