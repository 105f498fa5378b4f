import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { AgentProgram } from './agent-programs.ts';
import { until } from '../until.ts';

const run = promisify(execFile);

interface TerminalOptions {
  program: AgentProgram;
  /** Whether the program starts in this home for the first time. */
  isFirst: boolean;
  file: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** The path of tmux's socket. */
  socket: string;
}

/** A program in a separate terminal, with a person who answers its questions and types. */
export class TerminalOfProgram implements AsyncDisposable {
  /** The questions of the program so far. */
  readonly asked: string[] = [];
  readonly #around: TerminalOptions;

  private constructor(around: TerminalOptions) {
    this.#around = around;
  }

  /** Starts the program, and answers until it takes words. Throws, with its screen, where it does not. */
  static async start(around: TerminalOptions, withinMs = 300_000): Promise<TerminalOfProgram> {
    const terminal = new TerminalOfProgram(around);
    const { file, args, cwd } = around;
    await terminal.#tmux('new-session', '-d', '-s', 'p', '-x', '160', '-y', '50', '-c', cwd, file, ...args);
    await terminal.#untilReady(withinMs);
    return terminal;
  }

  async type(text: string): Promise<void> {
    await this.#tmux('send-keys', '-t', 'p', '-l', text);
    // A key that follows at once counts as a part of what was pasted.
    await until(async () => (await this.screen()).includes(text), 30_000);
    await pause(500);
    await this.press('Enter');
  }

  async press(key: string): Promise<void> {
    await this.#tmux('send-keys', '-t', 'p', key);
  }

  async screen(): Promise<string> {
    return this.#tmux('capture-pane', '-p', '-t', 'p');
  }

  /** Kills the program where it has not ended, and closes the terminal. */
  async kill(): Promise<void> {
    const pid = await this.#tmux('display-message', '-p', '-t', 'p', '#{pane_pid}').catch(() => '');
    if (pid !== '') process.kill(Number(pid.trim()), 'SIGKILL');
    await this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tmux('kill-server').catch(() => undefined);
  }

  async #untilReady(withinMs: number): Promise<void> {
    const { isFirst, program } = this.#around;
    const { questions, ready, title } = program;
    const mustAsk = isFirst && program.asksLate;
    const deadline = performance.now() + withinMs;
    let calm = 0;
    while (performance.now() < deadline) {
      await pause(500);
      const screen = await this.screen();
      const question = questions.find(([words]) => words.test(screen));
      if (question) {
        const [, key, subject] = question;
        if (subject !== undefined) this.asked.push(subject);
        await this.press(key);
        await pause(700);
        calm = 0;
      } else if (ready.test(screen) && (!mustAsk || this.asked.length > 0) && ++calm >= 8) return;
    }
    throw new Error(`${title} does not get ready:\n${await this.screen().catch(() => 'it has ended')}`);
  }

  async #tmux(...words: readonly string[]): Promise<string> {
    const { socket, env } = this.#around;
    const { stdout } = await run('tmux', ['-S', socket, '-f', '/dev/null', ...words], { env });
    return stdout;
  }
}
