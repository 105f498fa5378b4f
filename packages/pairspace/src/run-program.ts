import type { CommandEntry, CommandEnvironment } from './command.ts';
import { commands } from './commands.ts';
import { type ExitCode, exitCodes } from './errors.ts';
import { overview } from './help.ts';
import { operatorCommandIn, operatorCommands, runForOperator } from './operator-commands.ts';
import { didYouMean } from './parse-command-line.ts';
import { runCommand } from './run-command.ts';
import { peerLine } from './terminal/text.ts';
import { readVersion } from './version.ts';

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
