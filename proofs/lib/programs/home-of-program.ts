import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type AgentProgram, furnish } from './agent-programs.ts';
import { programsFolder } from './installation.ts';
import type { ScriptedModel } from './scripted-model.ts';
import { TerminalOfProgram } from './terminal-of-program.ts';

const run = promisify(execFile);

const filesOfSettings = [
  '.claude.json',
  '.claude/settings.json',
  '.codex/config.toml',
  '.codex/hooks.json',
  '.gemini/settings.json',
  '.copilot/mcp-config.json',
  '.config/opencode/opencode.json',
];

interface HomeOptions {
  folder: string;
  program: AgentProgram;
  model: ScriptedModel;
  /** The files of the program and of the command. */
  files: { program: string; pairspace: string };
}

/** A home folder with one agent program, and an environment without any other. */
export class HomeOfProgram implements AsyncDisposable {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly #program: AgentProgram;
  readonly #files: HomeOptions['files'];
  #terminals = 0;

  private constructor({ folder, program, files }: HomeOptions, env: Record<string, string>) {
    this.folder = folder;
    this.env = env;
    this.#program = program;
    this.#files = files;
  }

  static async furnish(around: HomeOptions): Promise<HomeOfProgram> {
    const { folder, program, model, files } = around;
    await mkdir(join(folder, 'work'), { recursive: true });
    await furnish(folder, program, model.url);
    const bin = await programsFolder(join(folder, 'bin'), [files.program, files.pairspace, process.execPath]);
    const usual = { TERM: 'xterm-256color', LANG: 'C.UTF-8', TMPDIR: folder };
    const env = { HOME: folder, PATH: `${bin}:/usr/bin:/bin`, ...usual, ...program.env(model.url) };
    return new HomeOfProgram(around, env);
  }

  /** Runs the command as this user; returns its exit code and output. */
  async pairspace(...args: readonly string[]): Promise<{ code: number; out: string }> {
    try {
      const { stdout, stderr } = await run(this.#files.pairspace, args, { env: this.env, timeout: 300_000 });
      return { code: 0, out: stdout + stderr };
    } catch (error) {
      const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
      return { code: typeof code === 'number' ? code : -1, out: stdout + stderr };
    }
  }

  /** The processes of the program itself in this home, without those of Pairspace and of tmux. */
  async ownProcesses(): Promise<number[]> {
    const own = await Promise.all(
      (await this.#processes()).map(async (pid) => {
        const line = await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '');
        return /pairspace|tmux/.test(line) ? [] : [pid];
      }),
    );
    return own.flat();
  }

  /** Starts the program with one prompt; resolves with its output at its end. */
  async runOnce(prompt: string, withinMs: number): Promise<string> {
    const args = this.#program.headless(prompt);
    const cwd = join(this.folder, 'work');
    const child = spawn(this.#files.program, args, { env: this.env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => said.push(piece.toString()));
    const exit = once(child, 'exit');
    await Promise.race([exit, pause(withinMs, undefined, { ref: false })]);
    if (child.exitCode === null) child.kill('SIGKILL');
    await exit;
    return said.join('');
  }

  openTerminal(args: readonly string[] = []): Promise<TerminalOfProgram> {
    const index = this.#terminals++;
    return TerminalOfProgram.start({
      program: this.#program,
      isFirst: index === 0,
      file: this.#files.program,
      args: [...this.#program.interactive, ...args],
      env: this.env,
      cwd: join(this.folder, 'work'),
      socket: join(this.folder, `tmux-${String(index)}`),
    });
  }

  /** The settings files of the program, to which setup adds ours. */
  async settings(): Promise<ReadonlyMap<string, string>> {
    const known = new Map<string, string>();
    for (const path of filesOfSettings) {
      const text = await readFile(join(this.folder, path), 'utf8').catch(() => undefined);
      if (text !== undefined) known.set(path, text);
    }
    return known;
  }

  /** Ends all processes in this home, because programs leave some behind. */
  async end(): Promise<void> {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      for (const pid of await this.#processes()) {
        try {
          process.kill(pid, signal);
        } catch {
          // The process has ended.
        }
      }
      for (let looks = 0; looks < 200 && (await this.#processes()).length > 0; looks++) await pause(100);
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  async #processes(): Promise<number[]> {
    const found: number[] = [];
    for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
      if (environment.split('\0').includes(`HOME=${this.folder}`)) found.push(Number(id));
    }
    return found;
  }
}
