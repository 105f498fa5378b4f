import fs from 'node:fs';
import path from 'node:path';
import { engineFolders } from './engines.ts';
import type { Runtime } from './sandbox.ts';

/** What a child is booted for. Only the runtimes' plain kinds are kept warm. */
export interface ChildKind {
  runtime: Runtime | 'probe';
  /** Takes a wasm module as text, for which it loads a compiler. */
  takesWat?: boolean;
  /** The memory of a booted engine, to start from. */
  snapshotFile?: string | undefined;
  /** Boots in order to take that snapshot. */
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

/** What it is handed opened, because its own user may not be allowed to open it. */
export const openedFiles = ({ snapshotFile, wheelsFolder }: ChildKind): string[] => [
  ...(snapshotFile === undefined ? [] : [snapshotFile]),
  ...wheelsIn(wheelsFolder),
];

/** Jobs of this size find a machine that waits; for others one is made first. */
const usualMemoryBytes = 256 * 1024 * 1024;

/** The first after stdio and the two pipes of frames. */
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

/** What the host spends on a child of this runtime besides the job's own memory. */
const engineMb: Record<Runtime, number> = { javascript: 90, python: 220, wasm: 60 };

export const idleMb = (runtime: Runtime): number => engineMb[runtime];
