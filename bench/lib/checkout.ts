import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Puts a commit of this repository into a folder, with its packages, and returns its name and the service's file. */
export const checkOut = (commit: string, folder: string): { name: string; file: string } => {
  const name = execFileSync('git', ['rev-parse', '--short=8', `${commit}^{commit}`], { cwd: root, encoding: 'utf8' });
  const archive = join(folder, 'commit.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root });
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  const lockIn = (place: string): string => readFileSync(join(place, 'package-lock.json'), 'utf8');
  // Links to files fail across file systems.
  const isLinked =
    lockIn(root) === lockIn(folder) && spawnSync('cp', ['-al', join(root, 'node_modules'), folder]).status === 0;
  if (!isLinked) {
    const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'error'];
    execFileSync('npm', ['ci', ...quietly], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return { name: name.trim(), file: join(folder, 'packages/server/src/main.js') };
};
