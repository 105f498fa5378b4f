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
  // An ending agent program and the process that ends it may both send SIGTERM. The listener stays, so that the second
  // signal does not cut off the last report to the service.
  process.on('SIGTERM', abort);
  return runProgram(args, { env, terminal: processTerminal(env), signal: stop.signal });
};
