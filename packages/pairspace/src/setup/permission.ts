import { planChange } from './plan-change.ts';
import type { Launcher } from './installed-command.ts';
import type { Program, SetupFile } from './programs.ts';

/** The files of a program, with what its user alone decides where that is wished. Each path comes once. */
export const filesOf = (program: Program, launcher: Launcher, withPermission: boolean): SetupFile[] => {
  const files = [...program.files(launcher)];
  for (const extra of withPermission ? (program.permission?.files(launcher) ?? []) : []) {
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
