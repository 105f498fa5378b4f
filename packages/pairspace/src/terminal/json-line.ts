import { showHidden } from '@pairspace/protocol';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** JSON on one line with control and invisible characters escaped; it parses to the same value. */
export const jsonLine = (value: unknown): string => showHidden(JSON.stringify(value), escaped);

/** Prints a value as the whole answer of a command, which is done with it. */
export const tellJson = (terminal: Terminal, value: unknown): ExitCode => {
  terminal.print(jsonLine(value));
  return exitCodes.done;
};

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
