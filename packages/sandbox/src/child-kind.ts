import fs from 'node:fs';
import path from 'node:path';
import { engineFolders } from './engines.ts';
import type { Runtime } from './sandbox.ts';

/** The configuration of a child. Only children without `takesWat` are kept booted for later jobs. */
export interface ChildKind {
  runtime: Runtime | 'probe';
  /** The child accepts WebAssembly as text, for which it loads a compiler. */
  takesWat?: boolean;
  /** The file with the memory of a booted engine, from which the child starts. */
  snapshotFile?: string | undefined;
  /** The child boots only in order to produce a snapshot. */
  makesSnapshot?: boolean;
  wheelsFolder?: string | undefined;
}

export const foldersOf = ({ runtime, takesWat }: ChildKind): string[] => [
  ...(runtime === 'javascript' || runtime === 'python' ? [engineFolders[runtime]] : []),
  ...(takesWat ? [engineFolders.wat] : []),
];

const wheelsIn = (folder: string | undefined): string[] =>
  folder === undefined
    ? []
    : fs
        .readdirSync(folder)
        .filter((name) => name.endsWith('.whl'))
        .sort()
        .map((name) => path.join(folder, name));

/** Files that the host opens for the child, because the child's user may lack the permission. */
export const openedFiles = ({ snapshotFile, wheelsFolder }: ChildKind): string[] => [
  ...(snapshotFile === undefined ? [] : [snapshotFile]),
  ...wheelsIn(wheelsFolder),
];

/**
 * A child prepares a machine of this memory size before its job arrives; a machine of another size is made afterwards.
 */
const usualMemoryBytes = 256 * 1024 * 1024;

/** The first descriptor after stdio and the two pipes of frames. */
const firstOpenedFd = 5;

export const configOf = (kind: ChildKind, { importGate }: { importGate: boolean }): object => {
  const fds = openedFiles(kind).map((_, index) => firstOpenedFd + index);
  return {
    runtime: kind.runtime,
    engineFolder: kind.runtime === 'javascript' || kind.runtime === 'python' ? engineFolders[kind.runtime] : null,
    wabtEntry: kind.takesWat ? path.join(engineFolders.wat, 'index.js') : null,
    snapshotFd: kind.snapshotFile === undefined ? null : fds.shift(),
    makesSnapshot: kind.makesSnapshot ?? false,
    usualMemoryBytes,
    wheelFds: fds,
    importGate,
  };
};

/** Memory of the host for a child of this runtime, in addition to the job's own memory. */
const engineMb: Record<Runtime, number> = { javascript: 90, python: 220, wasm: 60 };

export const idleMb = (runtime: Runtime): number => engineMb[runtime];
