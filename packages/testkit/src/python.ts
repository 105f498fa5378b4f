import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const code =
  'import ensurepip, httpx, os, sys, venv; assert sys.version_info >= (3, 10); print(os.path.realpath(sys.executable))';

/** An interpreter of this machine that makes virtual environments and has httpx. Debian's package is for Debian's own. */
export const python = ['python3', '/usr/bin/python3']
  .map((name) => spawnSync(name, ['-c', code], { encoding: 'utf8' }))
  .find(({ status }) => status === 0)
  ?.stdout.trim();

/** The same, with what lets it import the Python package, which the build has put beside the page. */
export const withPythonPackage = (): { interpreter: string; env: { PYTHONPATH: string } } => {
  const [wheel] = globSync(join(import.meta.dirname, '../../server/viewer/sdk/*.whl'));
  if (!wheel || !python) throw new Error('This needs the wheel of npm run build:viewer, and Debian’s python3-httpx.');
  return { interpreter: python, env: { PYTHONPATH: wheel } };
};
