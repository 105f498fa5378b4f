import { type Limits, ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { invariant } from '../../lib/invariant.ts';
import { clientAddressOf } from '../../lib/client-address.ts';
import type { Reservation, Quota } from '../../limits/quota.ts';
import { LargeBodyParser } from './large-body-parser.ts';
import { parseJson } from './parse-json.ts';
import { type ReadBody, readBody } from './read-body.ts';
import { closedSignal, hasBody } from './request-head.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The greatest number of JSON values in a body, for a route with a lower limit than others. */
    bodyValues?: number;
    /** The endpoint reads the bytes of its body as they come, and limits their time itself. */
    streamsBody?: boolean;
    /** Method and path of the route's endpoint. */
    endpoint?: string;
    /** The route counts its own requests, in place of the count for pages and documents. */
    countsItself?: boolean;
  }
  interface FastifyRequest {
    /**
     * The reservation for the bytes of the body in the limit of all bodies. Undefined if an earlier hook
     * refused the request.
     */
    bodyBytes: Reservation | undefined;
    /** Returns a signal that aborts when the client of a body has left. */
    gone: (() => AbortSignal) | undefined;
  }
}

/**
 * Bodies with at most this number of values are parsed at once, in a few milliseconds. A body with 100,000 names takes
 * 100 ms.
 */
const quickValues = 5000;

/**
 * Accepts bodies of JSON in UTF-8, and requests without a body. Bodies with many values are parsed in a thread, so that
 * no other request waits (NET-4).
 */
export const acceptJsonBodies = (
  app: FastifyInstance,
  { limits, bodies, streaming }: { limits: Limits; bodies: Quota; streaming: WeakSet<Socket> },
): void => {
  const { bodyValues } = limits;
  const largeBodies = new LargeBodyParser(limits);
  app.addHook('onClose', () => largeBodies[Symbol.asyncDispose]());
  app.removeAllContentTypeParsers();
  app.decorateRequest('bodyBytes', undefined);
  app.decorateRequest('gone', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const address = clientAddressOf(request.ip);
    const held = bodies.open({ address, client: address });
    request.bodyBytes = held;
    // The bytes stay reserved until the request ends, because the parsed value takes more memory than the bytes.
    if (hasBody(request)) {
      request.gone = () => closedSignal(reply);
      if (request.routeOptions.config.streamsBody) noteStreamed(request, reply, streaming);
      reply.raw.once('close', () => {
        held[Symbol.dispose]();
      });
    }
    if (request.headers['content-encoding'] !== undefined) {
      done(new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.'));
    } else done();
  });
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    if (request.routeOptions.config.streamsBody) return payload;
    const held = request.bodyBytes;
    invariant(held, 'the bytes of every request are counted');
    const { bodyLimit, config } = request.routeOptions;
    const maxValues = config.bodyValues ?? bodyValues;
    const body = await readBody(request, payload, { bodyBytes: bodyLimit, maxValues, held });
    return parse(body, request, largeBodies);
  });
};

const parse = (
  { bytes, values }: ReadBody,
  { routeOptions, ip, gone }: FastifyRequest,
  largeBodies: LargeBodyParser,
): unknown => {
  if (values > quickValues) {
    invariant(gone, 'a request with a body has its signal');
    const client = { address: clientAddressOf(ip), gone: gone() };
    return largeBodies.parse(bytes, routeOptions.config.endpoint, client);
  }
  return parseJson(bytes);
};

/** Adds the connection of a streamed body to `streaming`, until the body has arrived or the answer is sent. */
const noteStreamed = ({ raw }: FastifyRequest, reply: FastifyReply, streaming: WeakSet<Socket>): void => {
  const { socket } = raw;
  const end = (): void => void streaming.delete(socket);
  streaming.add(socket);
  raw.once('close', end);
  reply.raw.once('close', end);
};
