import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Json } from './hook-programs.ts';

/** The number of files that one run examines, because a program waits for its hooks. */
const mostPaths = 5;

const fields = ['file_path', 'filePath', 'notebook_path'];
const patches = ['command', 'patchText'];

/**
 * The files that a tool is about to change, as the input of a hook names them, relative to the root of their
 * repository.
 */
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
