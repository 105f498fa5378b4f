import { readSync } from 'node:fs';
import type { CommandEnvironment } from './command.ts';
import { hook } from './commands/hook.ts';
import type { ExitCode } from './errors.ts';
import { runCommand } from './run-command.ts';
import { processTerminal } from './terminal/terminal.ts';

/** Runs `pairspace hook` without the other commands. A signal ends the process at once, unless the hook asks people. */
export const runHook = async (args: readonly string[], env: CommandEnvironment['env']): Promise<ExitCode> => {
  const terminal = processTerminal(env, readBytes);
  const { signal } = new AbortController();
  const code = await runCommand('hook', hook, args, { env, terminal, signal, commands: [] });
  await terminal.flush();
  return code;
};

/** Reads all of standard input. Loading `process.stdin` takes as long as the hook itself. */
const readBytes = async (): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  try {
    for (;;) {
      const piece = Buffer.alloc(64 * 1024);
      const length = readSync(0, piece);
      if (length === 0) break;
      pieces.push(piece.subarray(0, length));
    }
  } catch {
    // The input is not ready, or `readSync` cannot read it to its end. The stream can wait for the rest.
    const { buffer } = await import('node:stream/consumers');
    pieces.push(await buffer(process.stdin));
  }
  return Buffer.concat(pieces);
};
