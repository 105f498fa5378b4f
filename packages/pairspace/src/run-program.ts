import type { CommandEntry, Surroundings } from './command.ts';
import { commands } from './commands.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { overview } from './help.ts';
import { operatorCommandIn, operatorCommands, runForOperator } from './operator-commands.ts';
import { runCommand } from './run-command.ts';
import { readVersion } from './version.ts';

/** Runs what a command line asks for. A command of two words, such as `note list`, is found before one of one word. */
export const runProgram = async (args: readonly string[], surroundings: Surroundings): Promise<ExitCode> => {
  const { terminal } = surroundings;
  const [first, second] = args;
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
  if (ofOperator) return runForOperator(ofOperator, surroundings);
  const ofTwo = commands.find(({ name }) => name === `${first} ${second ?? ''}`);
  const entry = ofTwo ?? commands.find(({ name }) => name === first);
  if (entry)
    return runCommand(entry.name, await entry.load(), args.slice(ofTwo ? 2 : 1), { ...surroundings, commands });
  return tellUnknown(first, second, terminal);
};

const tellUnknown = (first: string, second: string | undefined, terminal: Surroundings['terminal']): ExitCode => {
  const family = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (family.length > 0 && (second === undefined || second === '--help' || second === '-h')) {
    terminal.write(overview(family));
    return second === undefined ? exitCodes.usage : exitCodes.done;
  }
  terminal.note(`There is no command "${family.length > 0 ? `${first} ${second ?? ''}` : first}".`);
  const near = nearest(first, family.length > 0 ? family : commands);
  terminal.note(`  → pairspace ${near ?? '--help'}`);
  return exitCodes.usage;
};

const nearest = (word: string, among: readonly CommandEntry[]): string | undefined =>
  among.find(({ name }) => name.startsWith(word.slice(0, 3)) || name.split(' ').includes(word))?.name;
