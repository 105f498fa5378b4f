import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { command, type Options, type Run } from '../command.ts';
import { CommandError, exitCodes, UsageError } from '../errors.ts';
import { permissionMinutes } from '../reach/hook-programs.ts';
import { installedCommand, type Launcher } from '../setup/installed-command.ts';
import type { Change } from '../setup/plan-change.ts';
import { askPeopleBy, filesOf, makeChange, openPermission, planChange, WrittenFiles } from '../setup/plan-change.ts';
import { type AskPeople, type Program, programs } from '../setup/programs.ts';
import { changeOfDefaultService, keepKey, keptKey } from '../seats/kept-by-setup.ts';
import { identityOfProgram, newAgentId, shell } from '../seats/identity.ts';
import { jsonLine } from '../terminal/text.ts';
import { chosenService, clientOfRun, serviceOf } from '../work/open-seat.ts';

const names = programs.map(({ name }) => name).join(', ');

const options = {
  yes: { help: 'carry the changes out; without it they are only shown', short: 'y' },
  allow: { help: 'write what is yours to decide, too: the permission that is shown for a program' },
  'ask-people': {
    help: 'let people of the session decide what the program would ask you to permit, at your own service',
  },
  expires: {
    value: 'minutes',
    whole: [1, permissionMinutes.most],
    help: 'with --ask-people: how long they can answer, 1 to 1440; default 60',
  },
  vouched: { help: 'with --ask-people: only the operator, and people for whom the operator vouches' },
  key: { help: 'make an agent key for the program, once, and keep it here: it is one agent in all its sessions' },
  remove: { help: 'take back what setup has written, or with --ask-people that alone; a key stays' },
} as const satisfies Options;

export const setup = command({
  words: '[program]',
  options,
  about: [
    `Programs: ${names}. Without one: all that are found in the home folder.`,
    'It adds the MCP server, and the hooks or the plugin by which the agent is told what concerns it. What others have written in the files stays.',
    '--service names the service that the commands and the tools use from now on, where PAIRSPACE_URL names none.',
  ],
  examples: [
    'pairspace setup',
    'pairspace setup codex --service https://pair.example --yes',
    'pairspace setup --remove --yes',
  ],
  async run(run) {
    const { given, terminal } = run;
    const askPeople = askPeopleIn(run);
    const home = run.env['HOME'] ?? homedir();
    const chosen = programsFor(run, home);
    const service = planForCommands(run, given.remove && !askPeople);
    if (chosen.length === 0 && !service && !given.key) {
      throw new CommandError(
        'notFound',
        `No agent program was found in ${home}.`,
        `Name one: pairspace setup <${names.replaceAll(', ', '|')}>`,
      );
    }
    const launcher = installedCommand(run.env);
    const records = new WrittenFiles(run.env);
    const ofPrograms = await Promise.all(
      chosen.map((program) => planFor(program, { home, launcher, askPeople, records, ...given })),
    );
    const plans = [...(service ? [service] : []), ...(given.key ? [planForKey(run)] : []), ...ofPrograms];
    if (given.json) terminal.print(jsonLine(plans.map(shownPlan)));
    else for (const plan of plans) show(plan, run);
    if (given.yes) {
      for (const { changes } of plans) for (const change of changes) await makeChange(change, records);
      for (const { make } of plans) await make?.();
    }
    const open = plans.some(({ changes, make }) => changes.length > 0 || make !== undefined);
    if (open) terminal.note(given.yes ? 'Done.' : '  → carry it out: the same command with --yes');
    return plans.some(({ problems }) => problems.length > 0) ? exitCodes.failed : exitCodes.done;
  },
});

const whoDecides =
  'Whoever may answer an ask in a session of this agent decides what it runs here. Nobody answers: it is denied.';
const noWall =
  'Without --vouched this is no wall against the agent itself: with a shell of your account it can read the observer token of a session that it created, and approve what it asks.';

const warningsOf = (askPeople: AskPeople | undefined): string[] => {
  if (!askPeople) return [];
  return askPeople.words.includes('--vouched') ? [whoDecides] : [whoDecides, noWall];
};

/** The way in which the program asks people for permissions; undefined without `--ask-people`. */
const askPeopleIn = ({ given, words: [wanted] }: Run<typeof options>): AskPeople | undefined => {
  if (!given['ask-people']) {
    if (given.expires !== undefined || given.vouched)
      throw new UsageError('--expires and --vouched go with --ask-people.');
    return undefined;
  }
  const able = programs.filter((program) => program.asksPeople !== undefined).map(({ name }) => name);
  if (wanted !== undefined && !able.includes(wanted) && programs.some(({ name }) => name === wanted)) {
    throw new UsageError(`--ask-people is for programs whose hooks can decide: ${able.join(', ')}.`);
  }
  return askPeopleBy({ minutes: given.expires, vouched: given.vouched, session: given.session });
};

interface Plan {
  program: string;
  changes: Change[];
  problems: string[];
  notes: readonly string[];
  open?: string;
  keyOf?: string;
  /** Makes the key where this machine has none. */
  make?: () => Promise<void>;
}

const programsFor = ({ words: [wanted] }: Run<Options>, home: string): readonly Program[] => {
  if (wanted === undefined) return programs.filter(({ signs }) => signs.some((sign) => existsSync(join(home, sign))));
  const named = programs.find(({ name }) => name === wanted);
  if (!named) throw new UsageError(`The program "${wanted}" is not known. Known are: ${names}.`);
  return [named];
};

interface Wish {
  home: string;
  launcher: Launcher;
  records: WrittenFiles;
  askPeople?: AskPeople | undefined;
  remove?: boolean | undefined;
  allow?: boolean | undefined;
}

const planFor = async (
  program: Program,
  { home, launcher, askPeople, records, remove = false, allow = false }: Wish,
): Promise<Plan> => {
  const extras = { withPermission: allow || remove, askPeople: remove ? askPeopleBy({}) : askPeople };
  const isPartOnly = remove && askPeople !== undefined;
  const files = isPartOnly ? (program.asksPeople?.(launcher, askPeople) ?? []) : filesOf(program, launcher, extras);
  const settled = await Promise.allSettled(
    files.map((file) => planChange(home, file, remove, isPartOnly ? undefined : records)),
  );
  const open = allow || remove ? undefined : await openPermission(program, home, launcher);
  const changes = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return {
    program: program.title,
    changes: changes.filter(({ before, after }) => before !== after),
    problems: settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : [])),
    notes: remove ? [] : [...program.notes, ...(program.asksPeople ? warningsOf(askPeople) : [])],
    ...(open !== undefined && { open }),
  };
};

/** The change of the default service; undefined if it does not change. */
const planForCommands = (run: Run<Options>, remove = false): Plan | undefined => {
  const named = chosenService(run);
  if (remove ? run.words.length > 0 : named === undefined) return undefined;
  const change = changeOfDefaultService(run.env, remove ? undefined : named);
  return change && { program: 'The commands', changes: [change], problems: [], notes: [] };
};

/** The key of a program, or of the commands of a shell, at the service. */
const planForKey = (run: Run<Options>): Plan => {
  const { env, given, words, signal } = run;
  const [program = shell.program] = words;
  const service = serviceOf(run);
  const title = `The agent key of ${program === shell.program ? 'the commands' : program}`;
  const plan: Plan = { program: title, changes: [], problems: [], notes: [] };
  const kept = keptKey(env, service, program);
  if (kept) return { ...plan, keyOf: kept.agentId };
  // A program that runs on this machine is one agent in all its sessions.
  const identity = program === shell.program ? shell : identityOfProgram(program);
  const agentId = given.as ?? env['PAIRSPACE_AGENT'] ?? newAgentId(identity);
  const make = async (): Promise<void> => {
    const client = clientOfRun(run, { baseUrl: service });
    const { agentKey } = await client.saveProfile({ agentId, protect: true }, { signal });
    if (agentKey === undefined) {
      throw new CommandError('refused', `${service} answered no key for ${agentId}.`, 'Name another: --as <agentId>');
    }
    await keepKey(env, service, program, { agentId, key: agentKey });
  };
  return { ...plan, keyOf: agentId, make };
};

const shownPlan = ({ changes, make, ...plan }: Plan) => ({
  ...plan,
  ...(make && { isNewKey: true }),
  changes: changes.map((change) => ({ path: change.path, how: kindOf(change), lines: change.lines })),
});

const kindOf = ({ before, after }: Change): string =>
  before === undefined ? 'new' : after === undefined ? 'goes' : 'changes';

const show = ({ program, changes, problems, notes, open, keyOf, make }: Plan, { terminal }: Run<Options>): void => {
  const { palette } = terminal;
  terminal.print(palette('bold', program));
  if (keyOf !== undefined && make) terminal.print(`    ${palette('green', `+ a key of ${keyOf}`)}`);
  else if (changes.length === 0 && problems.length === 0) terminal.print('  nothing to change');
  for (const change of changes) {
    terminal.print(`  ${change.path} (${kindOf(change)})`);
    for (const text of change.lines) {
      const colour = text.startsWith('+') ? 'green' : 'red';
      terminal.print(`    ${palette(colour, text)}`);
    }
  }
  for (const problem of problems) terminal.note(`  ${palette('red', problem)}`);
  if (changes.length > 0) for (const note of notes) terminal.print(`  ${note}`);
  if (open !== undefined) terminal.print(`  ${open}`);
};
