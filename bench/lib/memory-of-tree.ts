import { readdirSync, readFileSync } from 'node:fs';

const proportionalMb = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;

export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${String(pid)}/task`).flatMap((thread) =>
    readFileSync(`/proc/${String(pid)}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );

export interface ProcessMemory {
  name: string;
  mb: number;
}

/** The memory of a process and its descendants, each with its private memory and its share of common memory. */
export const memoryOfTree = (pid: number): ProcessMemory[] => [
  { name: readFileSync(`/proc/${String(pid)}/comm`, 'utf8').trim(), mb: proportionalMb(pid) },
  ...childrenOf(pid).flatMap(memoryOfTree),
];
