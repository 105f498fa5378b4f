import { once } from 'node:events';
import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { pipeline } from 'node:stream';

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

/** A proxy in front of a service that answers some requests with an error page. */
export const aProxy = (target: string, answersItself: (path: string) => boolean) =>
  aWebServer((given, response) => {
    const { url = '', method = 'GET', headers } = given;
    if (answersItself(url)) {
      given.resume();
      response.writeHead(404).end('<h1>Not found</h1>');
      return;
    }
    const onward = request(target + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
      pipeline(answer, response, () => undefined);
    });
    pipeline(given, onward, () => undefined);
    response.on('close', () => onward.destroy());
  });
