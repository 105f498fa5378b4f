import { execFile } from 'node:child_process';

// Far above every job's own limit: it ends loops that nobody is left to watch.
const cpuBackstopSeconds = 600;

/**
 * Takes from a booted child what it needs no more: it can open nothing, write no file and start no process, whatever
 * runs in it. Only its own user may do that to it where we lack the capability, so `prlimit` runs as that user.
 */
export const sealProcess = (pid: number, uid: number | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const limits = ['--nofile=0', '--fsize=0', '--nproc=0', '--core=0', `--cpu=${String(cpuBackstopSeconds)}`];
    execFile(
      'prlimit',
      ['--pid', String(pid), ...limits],
      { env: { PATH: process.env['PATH'] }, ...(uid === null ? {} : { uid, gid: uid }) },
      (error) => {
        if (error) reject(new Error(`prlimit: ${error.message}`));
        else resolve();
      },
    );
  });
