import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Identity } from '../seats/identity.ts';
import type { Seat, SeatStore } from '../seats/seat-store.ts';
import type { Json } from './hook-programs.ts';
import { heldPointer } from './pointer.ts';
import type { ReachFiles } from './reach-files.ts';

interface Options {
  identity: Identity;
  seats: SeatStore;
  files: ReachFiles;
  paths: readonly string[];
  signal: AbortSignal;
}

/** The number of sessions that one run examines, because a program waits for it. */
const mostSeats = 5;
const awayMs = 60_000;
const mostTold = 100;

/** The text for an agent that is about to change paths which other agents' tasks hold: a line per session (DOOR-56). */
export const warnOfHeldPaths = async ({ identity, seats, paths, ...options }: Options): Promise<string> => {
  if (paths.length === 0) return '';
  const own = await seats.own(identity);
  const pointers = await Promise.all(
    own.slice(0, mostSeats).map((seat) => warnAt(seat, paths, options).catch(() => undefined)),
  );
  return pointers.filter((pointer) => pointer !== undefined).join('\n');
};

const warnAt = async (
  seat: Seat,
  paths: readonly string[],
  { files, signal }: Pick<Options, 'files' | 'signal'>,
): Promise<string | undefined> => {
  const { told, restsUntil } = await files.heldPaths(seat);
  if (Date.now() < restsUntil) return undefined;
  try {
    // The client is loaded only here, because most hooks do not need it.
    const { holdersOf } = await import('../guard/held-paths.ts');
    const held = await holdersOf(seat, paths, signal);
    const fresh = held.find(({ task }) => !told.includes(keyOf(task)));
    if (!fresh) return undefined;
    const keys = held.map(({ task }) => keyOf(task));
    await files.keepHeldPaths(seat, { told: [...new Set([...told, ...keys])].slice(-mostTold), restsUntil: 0 });
    return heldPointer(seat, { number: fresh.task.number, by: fresh.task.assignee?.agentId ?? '' });
  } catch {
    await files.keepHeldPaths(seat, { told, restsUntil: Date.now() + awayMs });
    return undefined;
  }
};

/** The key contains the number of attempts, so a task that another agent claims anew is announced again. */
const keyOf = ({ id, attempts }: { id: string; attempts: number }): string => `${id} ${String(attempts)}`;

/** The number of files that one run examines, because a program waits for its hooks. */
const mostPaths = 5;

const fields = ['file_path', 'filePath', 'notebook_path'];
const patches = ['command', 'patchText'];

/** The files that a tool is about to change, by the input of a hook, relative to the root of their repository. */
export const editedPaths = ({ cwd, tool_input: given }: Json): string[] => {
  const input = Object(given) as Json;
  const here = typeof cwd === 'string' ? cwd : process.cwd();
  const named = [
    ...fields.flatMap((field) => textIn(input, field)),
    ...patches.flatMap((field) => textIn(input, field)).flatMap(filesOfPatch),
  ];
  const paths = [...new Set(named)].slice(0, mostPaths).map((path) => (isAbsolute(path) ? path : join(here, path)));
  return paths.flatMap((path) => fromRoot(path, here));
};

const textIn = (input: Json, field: string): string[] => {
  const value = input[field];
  return typeof value === 'string' && value !== '' ? [value] : [];
};

const filesOfPatch = (patch: string): string[] =>
  [...patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): ([^\n\r]+)$/gm)].flatMap(
    ([, path]) => path ?? [],
  );

/** The path relative to the root of its repository, or to `here` without a repository; empty for a path outside. */
const fromRoot = (path: string, here: string): string[] => {
  const inside = relative(rootOf(path) ?? here, path)
    .split(sep)
    .join('/');
  return inside === '' || inside.startsWith('../') || isAbsolute(inside) ? [] : [inside];
};

const rootOf = (path: string): string | undefined => {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
};
