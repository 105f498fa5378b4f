import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const endMs = 10_000;

/** The settings of this machine belong to its own service, not to the short-lived one of the demo. */
const withoutSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('PAIRSPACE_')));

/** A Node program of this repository, in a separate process until disposed. */
export class Child implements AsyncDisposable {
  readonly name: string;
  /** Resolves when the process exits with 0; rejects when it ends otherwise. */
  readonly done: Promise<void>;
  readonly #process: ChildProcess;

  /**
   * Starts the process, which ends with `children`. Its output goes to `onLine`, or by default to this process's
   * output.
   */
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

  /** Kills the process, like a crash. */
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
