import fs from 'node:fs';
import path from 'node:path';
import { engineFolders } from './engines.ts';
import type { Runtime } from './sandbox.ts';

/** The configuration of a child. Only plain kinds of a runtime are kept booted. */
export interface ChildKind {
  runtime: Runtime | 'probe';
  /** The child accepts WebAssembly as text, for which it loads a compiler. */
  takesWat?: boolean;
  /** The memory of a booted engine; the child starts from it. */
  snapshotFile?: string | undefined;
  /** The child boots in order to produce that snapshot. */
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

/** Jobs of this memory size find a prepared machine; for other sizes the machine is made first. */
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
