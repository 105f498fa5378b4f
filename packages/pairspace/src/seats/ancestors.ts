import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** An ancestor of this process. */
export interface Ancestor {
  pid: number;
  /** The words of its command line: the program, and its arguments. */
  argv: readonly string[];
}

const mostAncestors = 20;

/** The ancestors of this process, the parent first; empty if the system does not provide them. */
export const ancestorsOf = (pid: number = process.ppid): Ancestor[] => {
  const found: Ancestor[] = [];
  for (let next = pid; next > 1 && found.length < mostAncestors;) {
    const seen = process.platform === 'linux' ? fromProc(next) : fromPs(next);
    if (!seen) break;
    found.push({ pid: next, argv: seen.argv });
    next = seen.parent;
  }
  return found;
};

interface Seen {
  parent: number;
  argv: readonly string[];
}

const fromProc = (pid: number): Seen | undefined => {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The name in parentheses may contain any character, even parentheses.
    const parent = Number(
      stat
        .slice(stat.lastIndexOf(')') + 1)
        .trim()
        .split(' ')[1],
    );
    return { parent, argv: readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').split('\0') };
  } catch {
    return undefined;
  }
};

const fromPs = (pid: number): Seen | undefined => {
  // Windows has no `ps`, and might run a program of that name from the current folder.
  if (process.platform === 'win32') return undefined;
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const [, parent, command] = /^(\d+)\s+(\S.*)$/s.exec(line) ?? [];
    return parent === undefined || command === undefined
      ? undefined
      : { parent: Number(parent), argv: argvIn(command) };
  } catch {
    return undefined;
  }
};

/** The words of a line of `ps`. The path of the program may hold spaces: it is the first beginning that is a file. */
export const argvIn = (command: string): string[] => {
  const words = command.split(' ');
  for (let length = 1; command.startsWith('/') && length <= words.length; length++) {
    const path = words.slice(0, length).join(' ');
    if (existsSync(path)) return [path, ...words.slice(length)];
  }
  return words;
};
