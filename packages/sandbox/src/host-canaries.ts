import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Targets that no job may reach: a world-readable file of the host, and a listener on loopback. */
export interface Canaries extends AsyncDisposable {
  readonly secret: string;
  readonly hostFile: string;
  /** The file exists only if a canary wrote it. */
  readonly writeTarget: string;
  readonly port: number;
  readonly connections: () => number;
  readonly wasWritten: () => Promise<boolean>;
}

const prefix = 'pairspace-canaries-';
const secretName = 'secret';
const targetName = 'written';
/** The greatest duration of a self-test. Older canaries belong to a process that was killed. */
const staleMs = 60 * 60 * 1000;

/**
 * Removes canaries of killed processes of this user. `fs.rm` is not used, because every user may write into these
 * folders.
 */
const removeStaleCanaries = async (parent: string): Promise<void> => {
  const names = await fs.readdir(parent).catch(() => []);
  for (const folder of names.filter((name) => name.startsWith(prefix)).map((name) => path.join(parent, name))) {
    const state = await fs.lstat(folder).catch(() => undefined);
    const isOurs = state?.isDirectory() === true && state.uid === process.getuid?.();
    if (!isOurs || state.mtimeMs > Date.now() - staleMs) continue;
    for (const name of [secretName, targetName]) await fs.unlink(path.join(folder, name)).catch(() => undefined);
    await fs.rmdir(folder).catch(() => undefined);
  }
};

export const createCanaries = async (parent = os.tmpdir()): Promise<Canaries> => {
  await removeStaleCanaries(parent);
  const secret = randomUUID();
  const folder = await fs.mkdtemp(path.join(parent, prefix));
  const hostFile = path.join(folder, secretName);
  const writeTarget = path.join(folder, targetName);
  await fs.writeFile(hostFile, secret);
  // The folder is open to everyone: a canary that file modes stop would prove nothing.
  await fs.chmod(folder, 0o777);
  let connections = 0;
  const server = net.createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const address = server.address();
  return {
    secret,
    hostFile,
    writeTarget,
    port: typeof address === 'object' && address ? address.port : 0,
    connections: () => connections,
    wasWritten: () =>
      fs.access(writeTarget).then(
        () => true,
        () => false,
      ),
    async [Symbol.asyncDispose]() {
      server.close();
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
};
