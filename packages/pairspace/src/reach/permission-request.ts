import { askLimits, showHidden } from '@pairspace/protocol';
import type { Json } from './hook-programs.ts';

/** A permission that a program asks for, in the words of an ask. */
export interface PermissionRequest {
  title: string;
  details: string;
}

/** A request that cannot be shown as it is. It is denied. */
export class NotShowable extends Error {}

const mostToolCharacters = 100;

/**
 * The tool and its exact input, so that people approve nothing that was not shown (ASK-20). Each text stands line by
 * line behind a bar, which it cannot leave, and hidden characters are marked.
 */
export const describePermission = (program: string, input: Json): PermissionRequest => {
  const { tool_name: tool, tool_input: given, cwd } = input;
  if (typeof tool !== 'string' || tool === '' || tool.length > mostToolCharacters || visible(tool) !== tool) {
    throw new NotShowable('the program names no tool that can be shown');
  }
  if (given === undefined || given === null) throw new NotShowable('the program does not say what the tool would do');
  const folder = typeof cwd === 'string' ? [`folder: ${visible(cwd)}`] : [];
  const text = [`tool: ${tool}`, ...folder, ...fieldOf('input', given, '')].join('\n');
  const fence = '`'.repeat(Math.max(3, 1 + longestRun(text)));
  const details = `${program} asks before it makes this call. An approval lets this one call run, and nothing else.\n\n${fence}text\n${text}\n${fence}`;
  const bytes = Buffer.byteLength(details);
  if (bytes > askLimits.textBytes) {
    throw new NotShowable(`it takes ${String(bytes)} bytes to show it, and ${String(askLimits.textBytes)} are allowed`);
  }
  return { title: `May I use ${tool}?`, details };
};

const fieldOf = (name: string, value: unknown, indent: string): string[] => {
  const deeper = `${indent}  `;
  if (typeof value === 'string') {
    return [`${indent}${name}:`, ...value.split('\n').map((line) => `${deeper}| ${visible(line)}`)];
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const empty = Array.isArray(value) ? '[]' : '{}';
    if (entries.length === 0) return [`${indent}${name}: ${empty}`];
    return [`${indent}${name}:`, ...entries.flatMap(([key, part]) => fieldOf(keyOf(key), part, deeper))];
  }
  if (typeof value === 'number' && !isExact(value)) throw new NotShowable('it holds a number that cannot be shown');
  return [`${indent}${name}: ${String(value)}`];
};

/** JSON numbers beyond the safe range were rounded when they were parsed. */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

const keyOf = (key: string): string => (/^[\w-]+$/.test(key) ? key : visible(JSON.stringify(key)));

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Marks the characters of a line that are invisible, or that look like a space and are none. */
const visible = (line: string): string => showHidden(line, escaped).replace(/(?! )[\p{Zs}\n\ufe0f]/gu, escaped);

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
