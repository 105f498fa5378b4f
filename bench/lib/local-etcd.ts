import { freePort, pidOf, untilAnswered } from '@pairspace/testkit/process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

const program = '/usr/bin/etcd';

export interface LocalEtcd extends AsyncDisposable {
  url: string;
  pid: number;
}

/** An etcd of one member on loopback ports. It syncs every change before the answer, as by default. */
export const startEtcd = async (folder: string): Promise<LocalEtcd> => {
  if (!existsSync(program)) throw new Error('This machine has no etcd: apt-get install etcd-server');
  const url = `http://127.0.0.1:${String(await freePort())}`;
  const peers = `http://127.0.0.1:${String(await freePort())}`;
  const child = spawn(
    program,
    [
      ...['--name', 'bench', '--data-dir', folder, '--logger', 'zap', '--log-level', 'error'],
      ...['--listen-client-urls', url, '--advertise-client-urls', url],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `bench=${peers}`],
    ],
    { stdio: ['ignore', 2, 2] },
  );
  const exited = once(child, 'exit');
  await untilAnswered(url, child);
  return {
    url,
    pid: pidOf(child),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
