import type { Command, CommandEntry, CommandEnvironment } from './command.ts';
import { type ExitCode, exitCodes, Unfinished, UsageError } from './errors.ts';
import { helpOf } from './help.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { jsonLine, peerLine } from './terminal/text.ts';

/** Runs one command with its part of the command line. An error is printed with the next step, and never thrown. */
export const runCommand = async (
  name: string,
  command: Command,
  args: readonly string[],
  environment: CommandEnvironment & { commands: readonly CommandEntry[] },
): Promise<ExitCode> => {
  const { terminal } = environment;
  try {
    const parsed = parseCommandLine(command, args);
    if (parsed.given.help) {
      terminal.write(helpOf(name, command));
      return exitCodes.done;
    }
    const heard = parsed.given.quiet ? { ...terminal, note: () => undefined } : terminal;
    return (await command.run({ ...environment, ...parsed, terminal: heard })) ?? exitCodes.done;
  } catch (error) {
    if (environment.signal.aborted && !(error instanceof Unfinished)) return exitCodes.interrupted;
    return await tell(error, { name, asJson: args.includes('--json'), ...environment });
  }
};

const tell = async (
  error: unknown,
  { name, asJson, terminal, signal }: CommandEnvironment & { name: string; asJson: boolean },
): Promise<ExitCode> => {
  const { tellFailure } = await import('./work/tell-failure.ts');
  const { code, message, line, hint, details, issued = [], ...failure } = tellFailure(error);
  const exitCode = signal.aborted ? exitCodes.interrupted : failure.exitCode;
  const next = error instanceof UsageError ? `pairspace ${name} --help` : hint?.replace('<command>', name);
  if (asJson) terminal.print(jsonLine({ ok: false, error: { code, message, details, hint: next, exitCode } }));
  else {
    for (const text of issued) terminal.print(text);
    terminal.error(`${terminal.palette('red', 'error')}: ${line}`);
    if (next !== undefined) terminal.error(`  ${terminal.palette('dim', '→')} ${peerLine(next)}`);
  }
  return exitCode;
};
