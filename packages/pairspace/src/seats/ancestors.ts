import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The command line of a process: the program and its arguments. */
type Argv = readonly string[];

/** Reads the command lines of the ancestors of this process, the parent first. It takes a while. */
export type Ancestors = () => readonly Argv[];

const mostAncestors = 20;

/** The command lines of the ancestors of this process, the parent first; empty if the system does not provide them. */
export const ancestorsOf = (pid: number = process.ppid): Argv[] => {
  const found: Argv[] = [];
  for (let next = pid; next > 1 && found.length < mostAncestors;) {
    const info = process.platform === 'linux' ? fromProc(next) : fromPs(next);
    if (!info) break;
    found.push(info.argv);
    next = info.parent;
  }
  return found;
};

interface ProcessInfo {
  parent: number;
  argv: Argv;
}

const fromProc = (pid: number): ProcessInfo | undefined => {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The name in parentheses may contain any character, even parentheses.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(parent), argv: readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').split('\0') };
  } catch {
    return undefined;
  }
};

const fromPs = (pid: number): ProcessInfo | undefined => {
  // Windows has no `ps`, and might run a program of that name from the current folder.
  if (process.platform === 'win32') return undefined;
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const [, parent, command] = /^(\d+)\s+(\S.*)$/s.exec(line) ?? [];
    return command === undefined ? undefined : { parent: Number(parent), argv: argvIn(command) };
  } catch {
    return undefined;
  }
};

/** Splits a command line of `ps`. The path of the program, which may have spaces, is the shortest that is a file. */
export const argvIn = (command: string): string[] => {
  const words = command.split(' ');
  for (let length = 1; command.startsWith('/') && length <= words.length; length++) {
    const path = words.slice(0, length).join(' ');
    if (existsSync(path)) return [path, ...words.slice(length)];
  }
  return words;
};
