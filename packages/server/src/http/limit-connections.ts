import type { RequestListener, Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { clientAddressOf } from '../lib/client-address.ts';
import type { Quota } from '../limits/quota.ts';
import { rawResponse } from './below-framework.ts';
import { translateError } from './translate-error.ts';

/** The ranges that the web framework knows by name. */
const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Refuses the connection that is one too many from its address (NET-10). Connections of proxies are those of many clients. */
export const limitConnections = (server: Server, connections: Quota, trustProxy: readonly string[]): void => {
  const proxies = blockListOf(trustProxy.flatMap((range) => namedRanges[range] ?? [range]));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || proxies.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')) return;
    const address = clientAddressOf(remoteAddress);
    try {
      const held = connections.take({ address, client: address });
      socket.once('close', () => {
        held[Symbol.dispose]();
      });
    } catch (error) {
      socket.write(rawResponse(translateError(error, 0)));
      socket.destroySoon();
    }
  });
};

/** Requests that a connection may send before the answers to those before them have come (NET-37). */
const mostAhead = 100;

const blockListOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
};

/**
 * Begins a request of a connection when the answers to those before it are sent, so that a client that reads nothing is
 * owed one answer for each connection. A connection with too many requests ahead is cut (NET-37).
 */
export const oneAtATime = (listener: RequestListener): RequestListener => {
  const lines = new WeakMap<Socket, Line>();
  return (request, response) => {
    const { socket } = request;
    let line = lines.get(socket);
    if (!line) lines.set(socket, (line = { isBusy: false, ahead: [] }));
    const begin = (): void => {
      line.isBusy = true;
      response.once('close', () => {
        line.isBusy = false;
        if (!socket.destroyed) line.ahead.shift()?.();
      });
      listener(request, response);
    };
    if (!line.isBusy) begin();
    else if (line.ahead.length < mostAhead) line.ahead.push(begin);
    else socket.destroy();
  };
};

/** The requests of a connection. */
interface Line {
  /** The answer to one of them is not sent yet. */
  isBusy: boolean;
  /** Begins those that came behind it. */
  ahead: (() => void)[];
}
