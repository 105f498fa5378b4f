import { spawnSync } from 'node:child_process';

const code =
  'import ensurepip, httpx, os, sys, venv; assert sys.version_info >= (3, 10); print(os.path.realpath(sys.executable))';

/** An interpreter of this machine that makes virtual environments and has httpx. Debian's package is for Debian's own. */
export const python = ['python3', '/usr/bin/python3']
  .map((name) => spawnSync(name, ['-c', code], { encoding: 'utf8' }))
  .find(({ status }) => status === 0)
  ?.stdout.trim();
