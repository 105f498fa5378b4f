import { hash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** Identifies the processes that see each other's pids: one boot of one machine, and one namespace. */
const neighbourhood = (): string =>
  hash(
    'sha256',
    [
      hostname(),
      attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
      attempt(() => readlinkSync('/proc/self/ns/pid')),
    ].join(' '),
  ).slice(0, 16);

/**
 * The start time of a process in ticks since the boot. It distinguishes a process from a later one with the same pid.
 */
const startOf = (pid: number): string | undefined => {
  const stat = attempt(() => readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
};

const isThere = (pid: number): boolean => attempt(() => process.kill(pid, 0)) ?? false;

/** A unique name of this process among all that ever ran. */
export const processIdentity = (): string =>
  [neighbourhood(), String(process.pid), startOf(process.pid) ?? ''].join(':');

/** Whether the process with this name is known to have ended. Processes of another machine are unknown. */
export const isProcessGone = (identity: string): boolean => {
  const [where, pid = '', start] = identity.split(':');
  if (where !== neighbourhood()) return false;
  const present = startOf(Number(pid));
  return present === undefined ? !isThere(Number(pid)) : present !== start;
};
