import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** A server of any kind until the end of the block. */
export const aServer = async (server: Server): Promise<AsyncDisposable & { url: string }> => {
  const sockets = new Set<{ destroy: () => unknown }>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
export const aWebServer = (answer: RequestListener) => aServer(createServer(answer));
