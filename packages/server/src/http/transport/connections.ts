import { type RequestListener, type Server, STATUS_CODES } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { clientAddressOf } from '../../lib/client-address.ts';
import type { Places } from '../../limits/places.ts';
import { translateError, translateSocketError } from './translate-error.ts';
import { type ServiceError, statusOfCode } from '@pairspace/protocol';
import { newId } from '../../lib/ids.ts';
import { errorBody, jsonType } from '../dispatch/answer.ts';

/** The address ranges for which the web framework has names. */
const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Refuses connections above the limit of an address (NET-10). Proxies are exempt, because their connections belong to
 * many clients.
 */
export const limitConnections = (server: Server, connections: Places, trustProxy: readonly string[]): void => {
  const proxies = blockListOf(trustProxy.flatMap((range) => namedRanges[range] ?? [range]));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || proxies.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')) return;
    const address = clientAddressOf(remoteAddress);
    try {
      const held = connections.take({ address });
      socket.once('close', () => {
        held[Symbol.dispose]();
      });
    } catch (error) {
      socket.write(rawResponse(translateError(error, 0)));
      socket.destroySoon();
    }
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

/**
 * Closes a connection that sends a request before the one before it is answered: no client in use does, and the service
 * would hold the answers.
 */
export const oneAtATime = (listener: RequestListener): RequestListener => {
  const busy = new WeakSet<Socket>();
  return (request, response) => {
    const { socket } = request;
    if (busy.has(socket)) return void socket.destroy();
    busy.add(socket);
    response.once('close', () => busy.delete(socket));
    listener(request, response);
  };
};

/** Connections with a body that its endpoint reads as it comes, which may take longer than other requests. */
export const slowBodies = new WeakSet<Socket>();

/** Answers bytes that never become a request: garbage, overlong headers, requests that do not end (ERR-2). */
export const answerBelowFramework =
  (limitBytes: number) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && slowBodies.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(rawResponse(translateSocketError(error, limitBytes)));
  };

/** A whole HTTP response with an error, for a socket that carries no request. */
export const rawResponse = (error: ServiceError): string => {
  const requestId = newId('req', Date.now());
  const body = errorBody(error, requestId);
  const status = statusOfCode[error.code];
  return [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${jsonType}`,
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...retryAfterOf(error),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
};

const retryAfterOf = ({ details }: ServiceError): string[] => {
  const seconds = details?.['retryAfterSeconds'];
  return typeof seconds === 'number' ? [`Retry-After: ${String(seconds)}`] : [];
};
