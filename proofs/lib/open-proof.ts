import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { serviceFile } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';
import { Verdict } from './verdict.ts';

type Kind<Value> = Value extends number ? number : Value extends boolean ? boolean : string;

/**
 * Begins a proof: reads its options, which are here with their defaults, and makes a folder for its data. Every proof takes
 * `--server` for another build of the service, and `--folder` for data on another disk.
 */
export const openProof = async <Given extends Record<string, string | number | boolean>>(given: Given) => {
  const began = performance.now();
  const defaults = { server: serviceFile, folder: join(import.meta.dirname, '../../data'), ...given };
  const entries = Object.entries(defaults);
  const optionOf = (value: string | number | boolean): ParseArgsOptionDescriptor =>
    typeof value === 'boolean' ? { type: 'boolean', default: value } : { type: 'string', default: String(value) };
  const options = Object.fromEntries(entries.map(([name, value]) => [name, optionOf(value)]));
  const values: Readonly<Record<string, unknown>> = parseArgs({ options }).values;
  const read = entries.map(([name, value]) => [name, typeof value === 'number' ? Number(values[name]) : values[name]]);
  const found = Object.fromEntries(read) as { [Name in keyof typeof defaults]: Kind<(typeof defaults)[Name]> };
  const scratch = await scratchFolder(found.folder);
  return {
    ...found,
    folder: scratch.path,
    verdict: new Verdict(),
    /** Prints a line with the seconds since the beginning. */
    say: (text: string): void => {
      console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`);
    },
    [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
  };
};

/** The values of an option that takes several, with commas between them. */
export const listed = (option: string): string[] => option.split(',').filter((one) => one !== '');
