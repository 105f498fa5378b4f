import type { Command, CommandEntry, Surroundings } from './command.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { helpOf } from './help.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { jsonLine } from './terminal/json-line.ts';
import { peerLine } from './terminal/peer-text.ts';
import { UsageError } from './usage-error.ts';

/** Runs one command with its part of the command line. Whatever goes wrong is told, with the next step, and never thrown. */
export const runCommand = async (
  name: string,
  command: Command,
  args: readonly string[],
  surroundings: Surroundings & { commands: readonly CommandEntry[] },
): Promise<ExitCode> => {
  const { terminal } = surroundings;
  try {
    const parsed = parseCommandLine(command, args);
    if (parsed.given.help) {
      terminal.write(helpOf(name, command));
      return exitCodes.done;
    }
    return (await command.run({ ...surroundings, ...parsed })) ?? exitCodes.done;
  } catch (error) {
    if (surroundings.signal.aborted) return exitCodes.interrupted;
    return await tell(error, { name, asJson: args.includes('--json'), ...surroundings });
  }
};

const tell = async (
  error: unknown,
  { name, asJson, terminal }: Surroundings & { name: string; asJson: boolean },
): Promise<ExitCode> => {
  const { tellFailure } = await import('./work/tell-failure.ts');
  const { exitCode, code, message, hint, details } = tellFailure(error);
  const next = error instanceof UsageError ? `pairspace ${name} --help` : hint;
  if (asJson) terminal.print(jsonLine({ ok: false, error: { code, message, details, hint: next, exitCode } }));
  else {
    // What others wrote stands in it: names of a document, words of a service.
    terminal.note(`${terminal.palette('red', 'error')}: ${peerLine(message)}`);
    if (next !== undefined) terminal.note(`  ${terminal.palette('dim', '→')} ${peerLine(next)}`);
  }
  return exitCode;
};
