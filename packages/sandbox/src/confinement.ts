import type { ChildKind } from './child-kind.ts';
import { childEntry, childFolder, guestFolder, ownPackageFile } from './engines.ts';
import { foldersOf } from './child-kind.ts';
import type { ProcessLimiter } from './process-limiter.ts';

/** The isolation of children that was probed and works on this machine. */
export interface Confinement {
  /** The commands before node: they change user and namespaces, and end the child with its parent. */
  launcher: readonly string[];
  /** The launcher stays as the parent of node. */
  hasInnerProcess: boolean;
  /** The user of the children; null if it is ours. */
  uid: number | null;
  /** The launcher changes the user; otherwise spawn does. */
  launcherChangesUser: boolean;
  permissionModel: boolean;
  /** Drops privileges of booted children; null where this is impossible. */
  limiter: ProcessLimiter | null;
  /** Whether the gate checks the imports of Python's engine. Only tests of the canaries turn it off. */
  importGate: boolean;
}

const offered = (flags: readonly string[]): string[] =>
  flags.filter((flag) => process.allowedNodeEnvironmentFlags.has(flag.replace(/=.*/, '')));

const smallHeap = '--max-old-space-size=64';
/** A single helper thread for V8, because several together take longer. */
const oneHelper = '--v8-pool-size=1';

/**
 * V8 settings for the engine of each runtime, which is always the same module; the module of a wasm job is compiled in
 * the usual way. V8 validates the functions of an engine when they first run. Python's interpreter runs a whole program
 * in one call, so it alone must be optimized before the job comes: about twice the usual budget excludes functions that
 * are warm only from booting, and without inlining the optimization takes two thirds of the time and the code is not
 * slower. Only V8's quicker compiler optimizes the JavaScript around Python, because Turbofan takes a twentieth of a
 * boot and made no tested job faster. Python's heap has room for the objects that booting leaves.
 */
export const engineFlags: Record<ChildKind['runtime'], readonly string[]> = {
  javascript: [smallHeap, oneHelper, '--wasm-lazy-validation'],
  python: [
    '--max-old-space-size=192',
    '--min-semi-space-size=8',
    '--wasm-lazy-validation',
    '--wasm-tiering-budget=30000000',
    '--no-wasm-inlining',
    '--no-turbofan',
    oneHelper,
  ],
  wasm: [smallHeap],
  probe: [smallHeap],
};

export const nodeArguments = (confinement: Confinement, kind: ChildKind, config: object): string[] => [
  ...(confinement.permissionModel
    ? [
        '--permission',
        ...[childFolder, guestFolder, ownPackageFile, ...foldersOf(kind)].map((folder) => `--allow-fs-read=${folder}`),
      ]
    : []),
  // The SQLite module of node bypasses the permission model.
  ...offered([
    '--no-experimental-sqlite',
    '--no-addons',
    '--disable-proto=delete',
    ...(confinement.importGate ? ['--disallow-code-generation-from-strings'] : []),
  ]),
  // The stack is larger than the guests' own, so that their limits end a recursion.
  '--stack-size=3900',
  '--no-warnings',
  ...engineFlags[kind.runtime],
  childEntry,
  JSON.stringify(config),
];
