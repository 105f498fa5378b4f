import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** The values of options by name. Each takes one value; other words are an error. */
export const readOptions = <Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): Partial<Record<Name, string>> => readCommand<Name>(args, names, [], false).options;

/** The words of a command line, the values of its options, and the flags that are set. */
export const readCommand = <Name extends string, Flag extends string = never>(
  args: readonly string[],
  names: readonly Name[],
  flags: readonly Flag[] = [],
  allowPositionals = true,
): { words: string[]; options: Partial<Record<Name, string> & Record<Flag, boolean>> } => {
  try {
    const options: Record<string, { type: 'string' | 'boolean' }> = {};
    for (const name of names) options[name] = { type: 'string' };
    for (const name of flags) options[name] = { type: 'boolean' };
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals });
    return { words: positionals, options: values as Partial<Record<Name, string> & Record<Flag, boolean>> };
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
};

/** Throws if a required option is missing. */
export const needed = (name: string, value: string | undefined): string => {
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing.`);
  return value;
};
