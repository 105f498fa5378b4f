import type { File } from '@pairspace/protocol';

export interface TreeRow {
  kind: 'folder' | 'file';
  name: string;
  depth: number;
  path: string;
  file?: File;
}

/** The files as the rows of a tree: folders before files, both by name. The contents of closed folders are left out. */
export const treeRows = (files: Iterable<File>, isClosed: (path: string) => boolean): TreeRow[] => {
  const sorted = [...files].sort((a, b) => compare(a.path.split('/'), b.path.split('/')));
  const rows: TreeRow[] = [];
  const shown = new Set<string>();
  for (const file of sorted) {
    const segments = file.path.split('/');
    const folders = segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join('/'));
    for (const [depth, path] of folders.entries()) {
      if (shown.has(path) || folders.slice(0, depth).some(isClosed)) continue;
      shown.add(path);
      rows.push({ kind: 'folder', name: segments[depth] ?? '', depth, path });
    }
    if (folders.some(isClosed)) continue;
    rows.push({ kind: 'file', name: segments.at(-1) ?? '', depth: folders.length, path: file.path, file });
  }
  return rows;
};

const compare = (a: readonly string[], b: readonly string[]): number => {
  for (let depth = 0; ; depth++) {
    const [left, right] = [a[depth], b[depth]];
    if (left === undefined || right === undefined) return a.length - b.length;
    if (left === right) continue;
    const isFolder = (path: readonly string[]): number => (depth < path.length - 1 ? 0 : 1);
    return isFolder(a) - isFolder(b) || (left < right ? -1 : 1);
  }
};
