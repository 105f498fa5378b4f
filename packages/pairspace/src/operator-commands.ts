import { type ExitCode, exitCodes } from './errors.ts';
import type { CommandEnvironment } from './command.ts';

/** Commands for operators. They come in a package of their own, so that this one stays small. */
export const operatorCommands: readonly (readonly [name: string, summary: string])[] = [
  ['serve', 'run the service'],
  ['worker', 'run jobs for a service elsewhere'],
  ['keys', 'make, list and revoke the keys of a closed service'],
  ['backup', 'copy an installation while it runs'],
  ['reindex', 'build the index of the search anew'],
  ['migrate', 'move an embedded installation to PostgreSQL'],
  ['doctor --host', 'test the settings and the walls of the sandbox of a service here'],
];

/** The command line for the operator's package; undefined for other commands. */
export const operatorCommandIn = ([name, ...args]: readonly string[]): string[] | undefined => {
  if (name === undefined) return undefined;
  if (name === 'doctor')
    return args.includes('--host') ? [name, ...args.filter((word) => word !== '--host')] : undefined;
  return operatorCommands.some(([known]) => known === name) ? [name, ...args] : undefined;
};

// The name is not written in the import, so that no bundler includes the service.
const operatorPackage = '@pairspace/cli';

/** Runs a command of the operator's package, or explains how to install the package. */
export const runForOperator = async (args: readonly string[], { terminal }: CommandEnvironment): Promise<ExitCode> => {
  process.argv.splice(2, Infinity, ...args);
  try {
    await import(operatorPackage);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    terminal.error(`"${args[0] ?? ''}" comes with the service, which is not installed beside this command.`);
    terminal.error(`  → npm install --global pairspace ${operatorPackage}`);
    return exitCodes.notFound;
  }
  return (process.exitCode ?? exitCodes.done) as ExitCode;
};
