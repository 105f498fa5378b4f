import type { CommandEnvironment } from './command.ts';
import type { ExitCode } from './exit-codes.ts';
import { runProgram } from './run-program.ts';
import { processTerminal } from './terminal/terminal.ts';

/** Runs a command line in this process, until it ends or is interrupted. */
export const runHere = (args: readonly string[], env: CommandEnvironment['env']): Promise<ExitCode> => {
  const stop = new AbortController();
  const abort = (): void => {
    stop.abort();
  };
  process.once('SIGINT', abort);
  // A program that ends and whoever ends it both send it, and the last words need a moment.
  process.on('SIGTERM', abort);
  return runProgram(args, { env, terminal: processTerminal(env), signal: stop.signal });
};
