import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { command, type Options, type Run } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { type Change, makeChange, planChange } from '../setup/plan-change.ts';
import { type Launcher, type Program, programs } from '../setup/programs.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { UsageError } from '../usage-error.ts';

const names = programs.map(({ name }) => name).join(', ');

export const setup = command({
  summary: 'make the agent programs of this machine know Pairspace',
  words: '[program]',
  wordCount: [0, 1],
  options: {
    yes: { help: 'carry the changes out; without it they are only shown', short: 'y' },
    remove: { help: 'take back what setup has written' },
  },
  about: [
    `Programs: ${names}. Without one: all that are found in the home folder.`,
    'It adds the MCP server, and the hooks or the plugin by which the agent is told what concerns it. What others have written in the files stays.',
  ],
  examples: ['pairspace setup', 'pairspace setup codex --yes', 'pairspace setup --remove --yes'],
  async run(run) {
    const { given, terminal } = run;
    const home = run.env['HOME'] ?? homedir();
    const chosen = await programsFor(run, home);
    if (chosen.length === 0) {
      throw new CommandError(
        exitCodes.notFound,
        `No agent program was found in ${home}.`,
        `Name one: pairspace setup <${names.replaceAll(', ', '|')}>`,
      );
    }
    const launcher = await launcherOf(run.env);
    const plans = await Promise.all(
      chosen.map((program) => planFor(program, { home, launcher, remove: given.remove })),
    );
    if (given.json) terminal.print(jsonLine(plans.map(shownPlan)));
    else for (const plan of plans) show(plan, run);
    if (given.yes) {
      for (const { changes } of plans) for (const change of changes) await makeChange(change);
    }
    const open = plans.some(({ changes }) => changes.length > 0);
    if (open) terminal.note(given.yes ? 'Done.' : '  → carry it out: the same command with --yes');
    return plans.some(({ problems }) => problems.length > 0) ? exitCodes.failed : exitCodes.done;
  },
});

interface Plan {
  program: string;
  changes: Change[];
  problems: string[];
  notes: readonly string[];
}

const programsFor = async ({ words: [wanted] }: Run<Options>, home: string): Promise<readonly Program[]> => {
  if (wanted !== undefined) {
    const named = programs.find(({ name }) => name === wanted);
    if (!named) throw new UsageError(`The program "${wanted}" is not known. Known are: ${names}.`);
    return [named];
  }
  const found = await Promise.all(
    programs.map(async (program) => ({
      program,
      isHere: (await Promise.all(program.signs.map((sign) => isThere(join(home, sign))))).includes(true),
    })),
  );
  return found.flatMap(({ program, isHere }) => (isHere ? [program] : []));
};

const planFor = async (
  program: Program,
  { home, launcher, remove = false }: { home: string; launcher: Launcher; remove: boolean | undefined },
): Promise<Plan> => {
  const settled = await Promise.allSettled(program.files(launcher).map((file) => planChange(home, file, remove)));
  const changes = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return {
    program: program.title,
    changes: changes.filter(({ before, after }) => before !== after),
    problems: settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : [])),
    notes: remove ? [] : program.notes,
  };
};

const shownPlan = ({ changes, ...plan }: Plan) => ({
  ...plan,
  changes: changes.map((change) => ({ path: change.path, how: kindOf(change), lines: change.lines })),
});

const kindOf = ({ before, after }: Change): string =>
  before === undefined ? 'new' : after === undefined ? 'goes' : 'changes';

const show = ({ program, changes, problems, notes }: Plan, { terminal }: Run<Options>): void => {
  const { palette } = terminal;
  terminal.print(palette('bold', program));
  if (changes.length === 0 && problems.length === 0) terminal.print('  nothing to change');
  for (const change of changes) {
    terminal.print(`  ${change.path} (${kindOf(change)})`);
    for (const text of change.lines) {
      const colour = text.startsWith('+') ? 'green' : 'red';
      terminal.print(`    ${palette(colour, text)}`);
    }
  }
  for (const problem of problems) terminal.note(`  ${palette('red', problem)}`);
  if (changes.length > 0) for (const note of notes) terminal.print(`  ${note}`);
};

/** `pairspace` where it is installed for good, else by npx: the files of npx itself may go at any time. */
const launcherOf = async (env: Readonly<Record<string, string | undefined>>): Promise<Launcher> => {
  const folders = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !/[\\/]_npx[\\/]/.test(folder));
  const file = process.platform === 'win32' ? 'pairspace.cmd' : 'pairspace';
  const found = await Promise.all(folders.map((folder) => isThere(join(folder, file))));
  return found.includes(true) ? ['pairspace'] : ['npx', '-y', 'pairspace'];
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
