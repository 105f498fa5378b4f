import type { CommandEnvironment } from './command.ts';
import { type ExitCode, exitCodes } from './errors.ts';
import { runProgram } from './run-program.ts';
import { processTerminal } from './terminal/terminal.ts';

export const runHere = async (args: readonly string[], env: CommandEnvironment['env']): Promise<ExitCode> => {
  const stop = new AbortController();
  const abort = (): void => {
    stop.abort();
  };
  process.once('SIGINT', abort);
  // An ending agent program and the process that ends it may both send SIGTERM. The listener stays, so that the second
  // signal does not cut off the last report to the service.
  process.on('SIGTERM', abort);
  const code = await runProgram(args, { env, terminal: processTerminal(env), signal: stop.signal });
  // The operator's `serve` is done when the service runs, and keeps the process alive.
  if (code !== exitCodes.done) await exit(code);
  return code;
};

/** Ends the process when its output is written. A connection that is still being opened would keep it alive. */
const exit = async (code: ExitCode): Promise<never> => {
  const written = [process.stdout, process.stderr].map(
    (stream) => new Promise((resolve) => stream.once('error', resolve).write('', resolve)),
  );
  await Promise.all(written);
  process.exit(code);
};
