import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selfSigned } from '../testing/self-signed.ts';
import { WebhookClient, type AttemptResult, type WebhookResult } from './webhook-client.ts';

const body = Buffer.from('{"event":"ping"}');
const ok = 'HTTP/1.1 200 OK\r\n';

const clientWith = (
  timeoutMs: number,
  resolve: (name: string) => Promise<string[]> = () => Promise.resolve(['127.0.0.1']),
) => new WebhookClient({ isAllowed: () => true, resolve, timeoutMs });

const servers: Server[] = [];
const sockets = new Set<Socket>();
/** The number of bytes that the endless receiver could write. */
let endlessBytes = 0;

const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** A receiver that runs `act` on its connection after a request. */
const receiver = (act: (socket: Socket) => void): Promise<number> =>
  listen(
    createServer((socket) => {
      socket.once('data', () => {
        act(socket);
      });
    }),
  );

const drip = (socket: Socket, text: string): void => {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= text.length) clearInterval(timer);
    else socket.write(text.charAt(at++));
  }, 15);
};

const answer =
  (head: string) =>
  (socket: Socket): void => {
    socket.end(`HTTP/1.1 ${head}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok`);
  };

const endless = (socket: Socket, text: string): void => {
  const more = (): void => {
    while (!socket.destroyed) {
      endlessBytes += text.length;
      if (!socket.write(text)) return;
    }
  };
  socket.on('drain', more);
  more();
};

interface Bad {
  name: string;
  act: (socket: Socket) => void;
  is: WebhookResult;
  isSlow?: true;
}

const outcome = (error: AttemptResult['error'], responseStatus: number | null = null): WebhookResult => ({
  error,
  responseStatus,
});

const receivers: Bad[] = [
  { name: 'answers 200', act: answer('200 OK'), is: outcome(null, 200) },
  { name: 'answers 204', act: (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'), is: outcome(null, 204) },
  {
    name: 'answers 103 and then 202',
    act: (socket) => socket.end('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n'),
    is: outcome(null, 202),
  },
  { name: 'answers 410', act: answer('410 Gone'), is: outcome('status', 410) },
  { name: 'answers 500', act: answer('500 Oh'), is: outcome('status', 500) },
  { name: 'answers 304', act: (socket) => socket.end('HTTP/1.1 304 Not Modified\r\n\r\n'), is: outcome('status', 304) },
  { name: 'hangs', act: () => undefined, is: outcome('timeout'), isSlow: true },
  {
    name: 'drips its head',
    act: (socket) => {
      drip(socket, `${ok}X: ${'x'.repeat(1000)}`);
    },
    is: outcome('timeout'),
    isSlow: true,
  },
  {
    name: 'drips its body',
    act: (socket) => {
      socket.write(`${ok}Content-Length: 1000\r\n\r\n`);
      drip(socket, 'x'.repeat(1000));
    },
    is: expect.objectContaining({ error: 'timeout' }) as WebhookResult,
    isSlow: true,
  },
  {
    name: 'answers 102 again and again',
    act: (socket) => {
      drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100));
    },
    is: outcome('timeout'),
    isSlow: true,
  },
  {
    name: 'resets',
    act: (socket) => {
      socket.resetAndDestroy();
    },
    is: outcome('connection'),
  },
  {
    name: 'closes',
    act: (socket) => {
      socket.destroy();
    },
    is: outcome('connection'),
  },
  {
    name: 'closes within its body',
    act: (socket) => socket.end(`${ok}Content-Length: 10\r\n\r\nx`),
    is: outcome('connection', 200),
  },
  { name: 'answers with garbage', act: (socket) => socket.end('no HTTP at all\r\n\r\n'), is: outcome('connection') },
  {
    name: 'answers an endless head',
    act: (socket) => {
      socket.write(ok);
      endless(socket, `X: ${'x'.repeat(997)}\r\n`);
    },
    is: outcome('connection'),
  },
  {
    name: 'answers an endless body',
    act: (socket) => {
      socket.write(`${ok}\r\n`);
      endless(socket, 'x'.repeat(65_536));
    },
    is: outcome(null, 200),
  },
];

const ports = new Map<string, number>();
let canary = 0;
const strays: Socket[] = [];
beforeAll(async () => {
  for (const { name, act } of receivers) ports.set(name, await receiver(act));
  canary = await listen(createServer((socket) => strays.push(socket)));
  ports.set('redirects', await receiver(answer(`302 Found\r\nLocation: http://127.0.0.1:${String(canary)}/`)));
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

const postTo = (client: WebhookClient, url: string) => client.post({ url, headers: {}, body });
const urlOf = (name: string): string => `http://127.0.0.1:${String(ports.get(name))}/`;

describe('a receiver', () => {
  let client: WebhookClient;
  let hasty: WebhookClient;
  beforeAll(() => {
    client = clientWith(120_000);
    hasty = clientWith(100);
  });
  afterAll(async () => {
    await client[Symbol.asyncDispose]();
    await hasty[Symbol.asyncDispose]();
  });

  test.each(receivers)('[HOOK-13] that $name', async ({ name, is, isSlow }) => {
    expect(await postTo(isSlow === true ? hasty : client, urlOf(name))).toEqual(is);
  });

  test('[HOOK-13] that redirects has failed, and nobody follows', async () => {
    expect(await postTo(client, urlOf('redirects'))).toEqual(outcome('status', 302));
    expect(strays).toEqual([]);
  });

  test('[HOOK-13] of an endless answer 64 KB are read, and what the connection holds', async () => {
    endlessBytes = 0;
    await postTo(client, urlOf('answers an endless body'));
    const read = endlessBytes;
    expect(read).toBeLessThan(8 * 2 ** 20);
  });

  test('[HOOK-13] that nobody listens for', async () => {
    const server = createServer();
    const port = await listen(server);
    server.close();
    expect(await postTo(client, `http://127.0.0.1:${String(port)}/`)).toEqual(outcome('connection'));
  });

  test.each([
    ['speaks no TLS', () => receiver(answer('200 OK'))],
    ['has no certificate', () => listen(createTlsServer(() => undefined))],
    [
      'has a certificate that nobody vouches for',
      () => listen(createTlsServer(selfSigned('127.0.0.1'), () => undefined)),
    ],
    ['has a certificate of another name', () => listen(createTlsServer(selfSigned('other.example'), () => undefined))],
  ])('[HOOK-13] that %s', async (_name, start) => {
    const port = await start();
    expect(await postTo(client, `https://127.0.0.1:${String(port)}/`)).toEqual(outcome('tls'));
    expect(await postTo(client, `https://receiver.example:${String(port)}/`)).toEqual(outcome('tls'));
  });

  test('[HOOK-13] that says nothing while TLS is to begin', async () => {
    expect(await postTo(hasty, urlOf('hangs').replace('http:', 'https:'))).toEqual(outcome('timeout'));
  });

  test.each([
    ['is not found', () => Promise.reject(new Error('ENOTFOUND')), 'dns'],
    ['has no address', () => Promise.resolve([]), 'dns'],
    ['is looked up for ever', () => new Promise<string[]>(() => undefined), 'timeout'],
  ] as const)('[HOOK-13] whose name %s', async (_name, resolve, error) => {
    await using lost = clientWith(error === 'timeout' ? 100 : 120_000, resolve);
    expect(await postTo(lost, 'http://receiver.example/')).toEqual(outcome(error));
  });

  test('[HOOK-13] that closes an idle connection gets the next delivery on another', async () => {
    const closed: Promise<unknown>[] = [];
    const port = await receiver((socket) => {
      closed.push(once(socket, 'close'));
      socket.write(`${ok}Content-Length: 0\r\n\r\n`, () => socket.end());
    });
    for (let i = 0; i < 3; i++) {
      expect(await postTo(client, `http://127.0.0.1:${String(port)}/`)).toEqual(outcome(null, 200));
      await closed[i];
    }
    expect(closed).toHaveLength(3);
  });

  test('[HOOK-23] gets not a byte when nothing may start any more', async () => {
    let bytes = 0;
    const port = await listen(createServer((socket) => socket.on('data', (chunk) => (bytes += chunk.length))));
    const url = `http://127.0.0.1:${String(port)}/`;
    const no = () => Promise.resolve(false);
    expect(await client.post({ url, headers: {}, body, mayStart: no })).toBe('withheld');
    expect(bytes).toBe(0);
  });
});
