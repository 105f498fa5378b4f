import { structuredPatch } from 'diff';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { NoteFacts } from './brief-store.ts';

/** The greatest number of changed lines that are shown; further ones are counted. */
const mostLines = 24;
/** The greatest number of changed lines in a comparison, whose cost is quadratic in this number. */
const mostChanged = 200;
/** The greatest number of lines in a comparison, so that it takes a few milliseconds. */
const longestCompared = 3000;

/**
 * Describes each note in its own turn of the event loop: a new note by its content, any other note by its removed and
 * added lines. Undefined if the text is too long.
 */
export const describeChanges = async (notes: readonly NoteFacts[]): Promise<(string | undefined)[]> => {
  const changes = [];
  for (const note of notes) {
    changes.push(note.baseVersion === 0 ? (note.content ?? undefined) : describeChange(note));
    await turnOfOthers();
  }
  return changes;
};

const describeChange = ({ content, baseContent: base }: NoteFacts): string | undefined => {
  if (content === null || base === null || !isShort(content) || !isShort(base)) return undefined;
  const patch = structuredPatch('', '', base, content, '', '', { context: 0, maxEditLength: mostChanged });
  if (!patch) return undefined;
  const lines = patch.hunks.flatMap((hunk) => hunk.lines).filter((line) => !line.startsWith('\\'));
  const told = lines.slice(0, mostLines);
  const more = lines.length - told.length;
  return [...told, ...(more > 0 ? [`(${String(more)} more changed lines)`] : [])].join('\n');
};

const isShort = (text: string): boolean => {
  let lines = 0;
  for (let at = 0; at !== -1 && lines <= longestCompared; at = text.indexOf('\n', at + 1)) lines++;
  return lines <= longestCompared;
};
