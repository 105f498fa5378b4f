import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** What no job may ever reach: a file of the host that everyone may read, and a listener on loopback. */
export interface Bait extends AsyncDisposable {
  readonly secret: string;
  readonly hostFile: string;
  /** Does not exist, unless somebody wrote it. */
  readonly writeTarget: string;
  readonly port: number;
  readonly connections: () => number;
  readonly wasWritten: () => Promise<boolean>;
}

export const layBait = async (): Promise<Bait> => {
  const secret = randomUUID();
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pairspace-bait-'));
  const hostFile = path.join(folder, 'secret');
  const writeTarget = path.join(folder, 'written');
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
