import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** An ancestor of this process. */
export interface Ancestor {
  pid: number;
  /** The program with its arguments. */
  command: string;
}

const mostAncestors = 20;

/** The ancestors of this process, the parent first; empty if the system does not provide them. */
export const ancestorsOf = (pid: number = process.ppid): Ancestor[] => {
  const found: Ancestor[] = [];
  for (let next = pid; next > 1 && found.length < mostAncestors;) {
    const seen = process.platform === 'linux' ? fromProc(next) : fromPs(next);
    if (!seen) break;
    found.push({ pid: next, command: seen.command });
    next = seen.parent;
  }
  return found;
};

const fromProc = (pid: number): { parent: number; command: string } | undefined => {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The name in parentheses may contain any character, even parentheses.
    const parent = Number(
      stat
        .slice(stat.lastIndexOf(')') + 1)
        .trim()
        .split(' ')[1],
    );
    const command = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')
      .replaceAll('\0', ' ')
      .trim();
    return { parent, command };
  } catch {
    return undefined;
  }
};

const fromPs = (pid: number): { parent: number; command: string } | undefined => {
  // Windows has no `ps`, and might run a program of that name from the current folder.
  if (process.platform === 'win32') return undefined;
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const [, parent, command] = /^(\d+)\s+(\S.*)$/s.exec(line) ?? [];
    return parent === undefined || command === undefined ? undefined : { parent: Number(parent), command };
  } catch {
    return undefined;
  }
};
