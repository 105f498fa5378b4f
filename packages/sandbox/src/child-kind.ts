import fs from 'node:fs';
import path from 'node:path';
import { engineFolders } from './engines.ts';
import type { Runtime } from './sandbox.ts';

/** What a child is booted for. Only the runtimes' plain kinds are kept warm. */
export interface ChildKind {
  runtime: Runtime | 'probe';
  /** Takes a wasm module as text, for which it loads a compiler. */
  takesWat?: boolean;
  /** The memory of a booted Python, to start from. */
  snapshotFile?: string | undefined;
  /** Boots Python in order to take that snapshot. */
  makesSnapshot?: boolean;
  wheelsFolder?: string | undefined;
}

export const foldersOf = ({ runtime, takesWat, wheelsFolder }: ChildKind): string[] => [
  ...(runtime === 'javascript' ? [engineFolders.javascript] : []),
  ...(runtime === 'python' ? [engineFolders.python, ...(wheelsFolder ? [fs.realpathSync(wheelsFolder)] : [])] : []),
  ...(takesWat ? [engineFolders.wat] : []),
];

/** The first after stdio and the two pipes of frames. */
const snapshotFd = 5;

export const configOf = (kind: ChildKind, { importGate }: { importGate: boolean }): object => ({
  runtime: kind.runtime,
  engineFolder: kind.runtime === 'javascript' || kind.runtime === 'python' ? engineFolders[kind.runtime] : null,
  wabtEntry: kind.takesWat ? path.join(engineFolders.wat, 'index.js') : null,
  snapshotFd: kind.snapshotFile ? snapshotFd : null,
  makesSnapshot: kind.makesSnapshot ?? false,
  wheels: kind.wheelsFolder
    ? fs
        .readdirSync(kind.wheelsFolder)
        .filter((name) => name.endsWith('.whl'))
        .sort()
        .map((name) => path.join(fs.realpathSync(kind.wheelsFolder ?? ''), name))
    : [],
  importGate,
});

/** What the host spends on a child of this runtime besides the job's own memory. */
const engineMb: Record<Runtime, number> = { javascript: 90, python: 220, wasm: 60 };

export const idleMb = (runtime: Runtime): number => engineMb[runtime];
