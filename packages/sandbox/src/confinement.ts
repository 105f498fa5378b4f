import type { ChildKind } from './child-kind.ts';
import { childEntry, childFolder, guestFolder, ownPackageFile } from './engines.ts';
import { foldersOf } from './child-kind.ts';
import type { ProcessLimiter } from './process-limiter.ts';

/** How children are held on this machine: what was probed and stands. */
export interface Confinement {
  /** The commands that start node: another user, namespaces, death with the parent. */
  launcher: readonly string[];
  /** The launcher stays, and node is the process below it. */
  hasInnerProcess: boolean;
  /** The user of the children, where it is another than ours. */
  uid: number | null;
  /** The launcher changes the user; without it spawn has to. */
  launcherChangesUser: boolean;
  permissionModel: boolean;
  /** Takes from booted children what they need no more; null where that cannot be done. */
  limiter: ProcessLimiter | null;
  /** The gate in front of Python's imports. Only the proof that the canaries notice takes it away. */
  importGate: boolean;
}

const offered = (flags: readonly string[]): string[] =>
  flags.filter((flag) => process.allowedNodeEnvironmentFlags.has(flag.replace(/=.*/, '')));

const smallHeap = '--max-old-space-size=64';
/** For what V8 does beside the program: more of them take longer together than one. */
const oneHelper = '--v8-pool-size=1';

/**
 * How a runtime's engine, which is always the same module, is compiled; a guest's own module is compiled as everything
 * is. Only what runs is validated. Python's interpreter runs a whole program in one call, so it must be optimized before
 * the job comes, and it alone: twice the usual budget leaves out what is warm only because it boots, and without
 * inlining it is optimized in two thirds of the time and is not slower. The JavaScript around it is optimized by the
 * quicker of V8's compilers alone: the other takes a twentieth of a boot and makes no job faster that we tried. Python's
 * heap has room for what booting leaves behind.
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
  // The database of node writes files past the permission model.
  ...offered([
    '--no-experimental-sqlite',
    '--no-addons',
    '--disable-proto=delete',
    ...(confinement.importGate ? ['--disallow-code-generation-from-strings'] : []),
  ]),
  // Above what the guests' own stacks take, so that recursion ends by their rules.
  '--stack-size=3900',
  '--no-warnings',
  ...engineFlags[kind.runtime],
  childEntry,
  JSON.stringify(config),
];
