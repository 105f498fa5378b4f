import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { rawResponse } from './below-framework.ts';
import { clientAddressOf } from '../lib/client-address.ts';
import { rateLimited } from '@pairspace/protocol';

interface ConnectionRules {
  connectionsPerAddress: number;
  /** Proxies: their connections are those of many clients, and are not counted. */
  trustProxy: readonly string[];
}

/** The ranges that the web framework knows by name. */
const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Refuses the connection that is one too many from its address (NET-10). */
export const limitConnections = (server: Server, { connectionsPerAddress, trustProxy }: ConnectionRules): void => {
  const proxies = blockListOf(trustProxy.flatMap((range) => namedRanges[range] ?? [range]));
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || proxies.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')) return;
    const address = clientAddressOf(remoteAddress);
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count <= connectionsPerAddress) return;
    socket.write(rawResponse(rateLimited('Too many connections are open from this address.', 5)));
    socket.destroySoon();
  });
};

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
