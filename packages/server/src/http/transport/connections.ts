import { type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { clientAddressOf } from '../../lib/client-address.ts';
import type { Quota } from '../../limits/quota.ts';
import { translateError, translateSocketError } from './translate-error.ts';
import { type ServiceError, statusOfCode } from '@pairspace/protocol';
import { newId } from '../../lib/ids.ts';
import { errorBody, jsonType } from '../dispatch/answer.ts';
import type { CountedRequest } from './counted-request.ts';
import { hasBody } from './request-head.ts';

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

/** The number of requests that a connection may send before earlier ones are answered. */
const mostAhead = 100;
/** The memory that the heads of these requests may take, in bytes. */
const mostHeadBytes = 256 * 1024;
/** The memory of a header's name or value without its text, in bytes. */
const stringBytes = 64;

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
 * answer per connection. A connection with too many pending requests, too large heads, or two requests that have a body,
 * is closed.
 */
export const serialiseRequests = (listener: RequestListener): RequestListener<typeof CountedRequest> => {
  const lines = new WeakMap<Socket, RequestQueue>();
  return (request, response) => {
    const { socket, method } = request;
    // The body of such a request is discarded, because Node would keep the unread body until the answer is sent.
    if (method === 'GET' || method === 'HEAD') request.resume();
    let line = lines.get(socket);
    if (!line) lines.set(socket, (line = { isBusy: false, ahead: [] }));
    const begin = (): void => {
      request.isAhead = false;
      line.isBusy = true;
      response.once('close', () => {
        line.isBusy = false;
        if (!socket.destroyed) line.ahead.shift()?.begin();
      });
      listener(request, response);
    };
    request.isAhead = line.isBusy;
    if (!line.isBusy) begin();
    else if (socket.destroyed) return;
    else {
      line.ahead.push({ begin, withBody: hasBody(request), headBytes: headBytesOf(request) });
      if (isTooMuch(line.ahead)) socket.destroy();
    }
  };
};

interface RequestAhead {
  begin: () => void;
  withBody: boolean;
  headBytes: number;
}

/** The state of a connection's requests. */
interface RequestQueue {
  /** A request is being answered. */
  isBusy: boolean;
  /** The pending requests. */
  ahead: RequestAhead[];
}

const headBytesOf = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((bytes, { length }) => bytes + stringBytes + length, url.length);

const isTooMuch = (ahead: readonly RequestAhead[]): boolean =>
  ahead.length > mostAhead ||
  ahead.filter(({ withBody }) => withBody).length > 1 ||
  ahead.reduce((bytes, { headBytes }) => bytes + headBytes, 0) > mostHeadBytes;

/**
 * Answers bytes that never become a request: garbage, overlong headers, requests that do not end (ERR-2). A body
 * on a connection of `streaming` may take longer than other requests.
 */
export const answerBelowFramework =
  (limitBytes: number, streaming: WeakSet<Socket>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && streaming.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(rawResponse(translateSocketError(error, limitBytes)));
  };

/** A whole HTTP response with an error, for a socket that carries no request. */
const rawResponse = (error: ServiceError): string => {
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
