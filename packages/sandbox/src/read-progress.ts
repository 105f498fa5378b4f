import type { JobProgress } from './sandbox.ts';

const maxCharacters = 1_000;

/** Parses a report of progress. The report is untrusted; throws if it is invalid. */
export const readProgress = (payload: Buffer): JobProgress => {
  const value: unknown = JSON.parse(payload.toString());
  if (typeof value !== 'object' || value === null) throw new TypeError('progress that is no object');
  const { fraction, message } = value as Record<string, unknown>;
  if (typeof fraction !== 'number' || !(fraction >= 0 && fraction <= 1)) throw new TypeError('no fraction');
  if (message !== null && typeof message !== 'string') throw new TypeError('no message');
  return { fraction, message: message && asText(firstCharacters(message)) };
};

/** Characters are code points, each of at most two units. */
const firstCharacters = (text: string): string =>
  Array.from(text.slice(0, 2 * maxCharacters))
    .slice(0, maxCharacters)
    .join('');

/** Text that every database accepts: without NUL and lone surrogates. */
const asText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();
