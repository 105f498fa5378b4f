import { structuredPatch } from 'diff';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { NoteFacts } from './brief-store.ts';

/** Lines of a change that are told; more changed lines than that are counted. */
const mostLines = 24;
/** Lines that may have changed; the work of comparing grows with the square of it. */
const mostChanged = 200;
/** Lines that are compared; comparing them takes a few milliseconds. */
const longestCompared = 3000;

/** What is different in each note, one turn for each: the lines that went and came; undefined where nothing is told of them. */
export const describeChanges = async (notes: readonly NoteFacts[]): Promise<(string | undefined)[]> => {
  const changes = [];
  for (const note of notes) {
    changes.push(note.base_version === null ? (note.content ?? undefined) : describeChange(note));
    await turnOfOthers();
  }
  return changes;
};

const describeChange = ({ content, base_content: base }: NoteFacts): string | undefined => {
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
