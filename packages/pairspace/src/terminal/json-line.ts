import { showHidden } from '@pairspace/protocol';

/** JSON on one line with control and invisible characters escaped; it parses to the same value. */
export const jsonLine = (value: unknown): string => showHidden(JSON.stringify(value), escaped);

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
