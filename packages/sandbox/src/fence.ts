import type { ChildKind } from './child-kind.ts';
import { childEntry, childFolder, ownPackageFile } from './engines.ts';
import { foldersOf } from './child-kind.ts';

/** How children are held on this machine: what was probed and stands. */
export interface Fence {
  /** The commands that start node: another user, namespaces, death with the parent. */
  launcher: readonly string[];
  /** The launcher stays, and node is the process below it. */
  hasInnerProcess: boolean;
  /** The user of the children, where it is another than ours. */
  uid: number | null;
  /** The launcher changes the user; without it spawn has to. */
  launcherChangesUser: boolean;
  permissionModel: boolean;
  rlimits: boolean;
  /** The gate in front of Python's imports. Only the proof that the canaries notice takes it away. */
  importGate: boolean;
}

const offered = (flags: readonly string[]): string[] =>
  flags.filter((flag) => process.allowedNodeEnvironmentFlags.has(flag.replace(/=.*/, '')));

export const nodeArguments = (fence: Fence, kind: ChildKind, config: object): string[] => [
  ...(fence.permissionModel
    ? [
        '--permission',
        ...[childFolder, ownPackageFile, ...foldersOf(kind)].map((folder) => `--allow-fs-read=${folder}`),
      ]
    : []),
  // The database of node writes files past the permission model.
  ...offered([
    '--no-experimental-sqlite',
    '--no-addons',
    '--disable-proto=delete',
    ...(fence.importGate ? ['--disallow-code-generation-from-strings'] : []),
  ]),
  '--max-old-space-size=64',
  // Above what the guests' own stacks take, so that recursion ends by their rules.
  '--stack-size=3900',
  '--no-warnings',
  '--expose-gc',
  childEntry,
  JSON.stringify(config),
];
