import { permissionMinutes } from '../reach/hook-programs.ts';
import { planChange } from './plan-change.ts';
import type { Launcher } from './installed-command.ts';
import type { AskPeople, Program, SetupFile } from './programs.ts';

interface Extras {
  /** Includes the settings that the user alone decides. */
  withPermission: boolean;
  /** Includes the hook that asks people for permissions. */
  askPeople?: AskPeople | undefined;
}

/** The files of a program, with the wanted extras. Each path comes once. */
export const filesOf = (program: Program, launcher: Launcher, { withPermission, askPeople }: Extras): SetupFile[] => {
  const files = [...program.files(launcher)];
  const extras = [
    ...(withPermission ? (program.permission?.files(launcher) ?? []) : []),
    ...(askPeople ? (program.asksPeople?.(launcher, askPeople) ?? []) : []),
  ];
  for (const extra of extras) {
    const index = files.findIndex(({ path }) => path === extra.path);
    const known = files[index];
    if (!known) files.push(extra);
    else if ('json' in known && 'json' in extra) files[index] = { ...known, json: [...known.json, ...extra.json] };
    else files[index] = extra;
  }
  return files;
};

/** The permission that the user has not given a program, with the line that gives it; undefined when none is missing. */
export const openPermission = async (
  program: Program,
  home: string,
  launcher: Launcher,
): Promise<string | undefined> => {
  const files = program.permission?.files(launcher) ?? [];
  const plans = await Promise.all(files.map((file) => planChange(home, file, false).catch(() => undefined)));
  if (plans.every((plan) => !plan || plan.before === plan.after)) return undefined;
  return `Yours to decide: ${program.permission?.says ?? ''} → pairspace setup ${program.name} --allow --yes`;
};

/** Whether people are asked for the permissions of a program; undefined where they cannot be. */
export const asksPeople = async (program: Program, home: string, launcher: Launcher): Promise<boolean | undefined> => {
  const files = program.asksPeople?.(launcher, askPeopleBy({}));
  if (!files) return undefined;
  const plans = await Promise.all(files.map((file) => planChange(home, file, true).catch(() => undefined)));
  return plans.some((plan) => plan && plan.before !== plan.after);
};

/** The time after the ask in which the hook must end by itself. */
const spareSeconds = 120;

/** The hook with the user's choices as options; default choices are left out. */
export const askPeopleBy = ({
  minutes = permissionMinutes.usual,
  vouched = false,
  session,
}: AskPeopleChoices): AskPeople => ({
  words: [
    ...(session === undefined ? [] : ['--session', session]),
    ...(minutes === permissionMinutes.usual ? [] : ['--expires', String(minutes)]),
    ...(vouched ? ['--vouched'] : []),
  ],
  seconds: minutes * 60 + spareSeconds,
});

interface AskPeopleChoices {
  minutes?: number | undefined;
  vouched?: boolean | undefined;
  /** The only session whose people are asked. */
  session?: string | undefined;
}
