import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const isSource = (path: string): boolean => /\.(ts|tsx|js|mjs|cjs|py|c|css)$/.test(path);
const isTest = (path: string): boolean => /\.test\.tsx?$|\/(testing|tests)\//.test(path);

/** The sources of the repository, with those that are not committed yet. */
const sources = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter(isSource);

const linesOf = (path: string): number => {
  try {
    return readFileSync(path, 'utf8').split('\n').length - 1;
  } catch {
    return 0; // A file that is deleted and still in the index.
  }
};

/** The package of a file, or the room of the server. */
const roomOf = (path: string): string => {
  const [top = '', name = '', , room = '', rest] = path.split('/');
  if (top !== 'packages') return top;
  if (name !== 'server') return name;
  return rest === undefined ? 'server' : `server/${room}`;
};

const roomsWithTests = new Set(['bench', 'proofs']);

/** Lines of the product by package and by room of the server, and those of what proves it, with its tests. */
export const countLines = (): Record<string, number> => {
  const lines: Record<string, number> = { product: 0 };
  for (const path of sources()) {
    const room = roomOf(path);
    const isProduct = path.startsWith('packages/') && !['conformance', 'testkit'].includes(room);
    if (isTest(path) && !roomsWithTests.has(room)) continue;
    if (!isProduct && !['bench', 'proofs', 'conformance'].includes(room)) continue;
    const count = linesOf(path);
    lines[room] = (lines[room] ?? 0) + count;
    if (isProduct) lines['product'] = (lines['product'] ?? 0) + count;
  }
  return Object.fromEntries(Object.entries(lines).toSorted(([one], [other]) => one.localeCompare(other)));
};
