import { once } from 'node:events';
import { createServer, request, type RequestListener, type ServerResponse } from 'node:http';
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

const sendPage = (response: ServerResponse): void => {
  response.writeHead(404).end('<h1>Not found</h1>');
};

/** A proxy in front of a service, which answers some requests itself: with a page by default. */
export const aProxy = (target: string, answersItself: (path: string) => boolean, answerItself = sendPage) =>
  aWebServer((given, response) => {
    const { url = '', method = 'GET', headers } = given;
    if (answersItself(url)) {
      given.resume();
      answerItself(response);
      return;
    }
    const onward = request(target + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
      pipeline(answer, response, () => undefined);
    });
    pipeline(given, onward, () => undefined);
    response.on('close', () => onward.destroy());
  });
