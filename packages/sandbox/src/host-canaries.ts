import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** What no job may ever reach: a file of the host that everyone may read, and a listener on loopback. */
export interface Canaries extends AsyncDisposable {
  readonly secret: string;
  readonly hostFile: string;
  /** Does not exist, unless somebody wrote it. */
  readonly writeTarget: string;
  readonly port: number;
  readonly connections: () => number;
  readonly wasWritten: () => Promise<boolean>;
}

const prefix = 'pairspace-canaries-';
const secretName = 'secret';
const targetName = 'written';
/** No self-test takes this long: a process that left older canaries was killed before it could remove them. */
const staleMs = 60 * 60 * 1000;

/** Takes away what processes of this user that were killed have left. Not `fs.rm`: everyone may write into these folders. */
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
  // It lies open: a canary stopped by the modes of files would prove nothing.
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
