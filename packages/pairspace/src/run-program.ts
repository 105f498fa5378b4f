import type { CommandEntry, CommandEnvironment } from './command.ts';
import { commands } from './commands.ts';
import { type ExitCode, exitCodes } from './errors.ts';
import { overview, readVersion } from './help.ts';
import { didYouMean } from './parse-command-line.ts';
import { runCommand } from './run-command.ts';
import { peerLine } from './terminal/text.ts';

/** Commands for operators. They come in a package of their own, so that this one stays small. */
const operatorCommands: readonly (readonly [name: string, summary: string])[] = [
  ['serve', 'run the service'],
  ['worker', 'run jobs for a service elsewhere'],
  ['keys', 'make, list and revoke the keys of a closed service'],
  ['backup', 'copy an installation while it runs'],
  ['reindex', 'build the index of the search anew'],
  ['migrate', 'move an embedded installation to PostgreSQL'],
  ['doctor --host', 'test the settings and the walls of the sandbox of a service here'],
];

/** The command line for the operator's package; undefined for other commands. */
const operatorCommandIn = ([name, ...args]: readonly string[]): string[] | undefined => {
  if (name === undefined) return undefined;
  if (name === 'doctor')
    return args.includes('--host') ? [name, ...args.filter((word) => word !== '--host')] : undefined;
  return operatorCommands.some(([known]) => known === name) ? [name, ...args] : undefined;
};

// The name is not written in the import, so that no bundler includes the service.
const operatorPackage = '@pairspace/cli';

/** Runs a command of the operator's package, or explains how to install the package. */
const runForOperator = async (args: readonly string[], { terminal }: CommandEnvironment): Promise<ExitCode> => {
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

/** Runs a command line. A command of two words, such as `note list`, is matched before one of one word. */
export const runProgram = async (args: readonly string[], environment: CommandEnvironment): Promise<ExitCode> => {
  const { terminal } = environment;
  const [first, ...others] = args;
  if (first === 'help' && others.length > 0) {
    return runProgram([...others.filter((word) => !word.startsWith('-')), '--help'], environment);
  }
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const ofOperators = operatorCommands.map(([name, summary]) => ({ name, summary, group: 'With @pairspace/cli' }));
    terminal.write(overview([...commands, ...ofOperators]));
    return exitCodes.done;
  }
  if (first === '--version') {
    terminal.print(readVersion());
    return exitCodes.done;
  }
  const ofOperator = operatorCommandIn(args);
  if (ofOperator) return runForOperator(ofOperator, environment);
  const [second = ''] = others;
  const ofTwo = commands.find(({ name }) => name === `${first} ${second}`);
  const entry = ofTwo ?? commands.find(({ name }) => name === first);
  if (entry) {
    const command = { summary: entry.summary, ...(await entry.load()) };
    return runCommand(entry.name, command, args.slice(ofTwo ? 2 : 1), { ...environment, commands });
  }
  return tellUnknown(first, second, terminal);
};

const tellUnknown = (first: string, second: string, terminal: CommandEnvironment['terminal']): ExitCode => {
  const family = commands.filter(({ name }) => name.startsWith(`${first} `));
  const asksForHelp = second === '--help' || second === '-h';
  if (family.length > 0 && (second === '' || asksForHelp)) {
    terminal.write(overview(family));
    return asksForHelp ? exitCodes.done : exitCodes.usage;
  }
  const known = [...commands, ...operatorCommands.map(([name]) => ({ name }))].map(({ name }) => name);
  const both = second === '' || second.startsWith('-') ? first : `${first} ${second}`;
  const meant = didYouMean(both, known) ?? didYouMean(family.length > 0 ? second : first, namesOf(family, known));
  terminal.error(`There is no command "${peerLine(family.length > 0 ? both : first)}".`);
  terminal.error(meant === undefined ? '  → pairspace --help lists all' : `  → did you mean: pairspace ${meant}`);
  return exitCodes.usage;
};

const namesOf = (family: readonly CommandEntry[], known: readonly string[]): readonly string[] =>
  family.length > 0 ? family.map(({ name }) => name) : known;
