import { until } from '@pairspace/testkit/until';
import type { Delivery } from '@pairspace/protocol';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  delivery: Delivery;
}

export type Answering = (response: ServerResponse, received: Received) => void;

export const answerWith =
  (status: number): Answering =>
  (response) => {
    response.writeHead(status).end('noted');
  };

/** A receiver that keeps deliveries. */
export interface Receiver extends AsyncDisposable {
  url: string;
  received: Received[];
  /** The answer from now on. */
  answer: Answering;
  /** Waits for this number of deliveries and returns them. */
  until: (count: number) => Promise<Received[]>;
}

export const aReceiver = async (answer: Answering = answerWith(200)): Promise<Receiver> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { url = '', headers } = request;
      const one: Received = { path: url, headers, text, delivery: JSON.parse(text) as Delivery };
      receiver.received.push(one);
      receiver.answer(response, one);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${String(port)}/hook`,
    received: [],
    answer,
    until: (count) =>
      until(() => {
        if (receiver.received.length < count)
          throw new Error(`${String(receiver.received.length)} of ${String(count)}`);
        return receiver.received;
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
};
