import type { CommandEnvironment } from './command.ts';
import type { ExitCode } from './exit-codes.ts';
import { runProgram } from './run-program.ts';
import { processTerminal } from './terminal/terminal.ts';

/** Runs a command line in this process, until it ends or is interrupted. */
export const runHere = (args: readonly string[], env: CommandEnvironment['env']): Promise<ExitCode> => {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stop.abort();
    });
  }
  return runProgram(args, { env, terminal: processTerminal(env), signal: stop.signal });
};
