import type { RequestListener, Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { clientAddressOf } from '../lib/client-address.ts';
import type { Quota } from '../limits/quota.ts';
import { rawResponse } from './below-framework.ts';
import { translateError } from './translate-error.ts';

/** The named ranges of the web framework. */
const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Refuses connections above the limit of an address (NET-10). Proxies are exempt, because their connections belong to
 * many clients.
 */
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

/** The number of requests that a connection may send before earlier ones are answered (NET-37). */
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
 * Starts a request of a connection when earlier ones are answered, so that a client that reads nothing occupies one
 * answer per connection. A connection with too many pending requests is closed (NET-37).
 */
export const oneAtATime = (listener: RequestListener): RequestListener => {
  const lines = new WeakMap<Socket, RequestQueue>();
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

/** The state of a connection's requests. */
interface RequestQueue {
  /** A request is being answered. */
  isBusy: boolean;
  /** Functions that start the pending requests. */
  ahead: (() => void)[];
}
