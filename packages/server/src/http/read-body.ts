import { invalid, ServiceError } from '@pairspace/protocol';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { Turns } from '../lib/turns.ts';
import type { Reservation } from '../limits/quota.ts';
import { JsonScan } from './json-scan.ts';

/** The size of a piece that the socket reads. A smaller body is not transferred to a thread with its memory. */
const smallBytes = 65_536;

export interface ReadBody {
  bytes: Uint8Array<ArrayBuffer>;
  /** The number of JSON values so far. */
  values: number;
}

interface BodyLimits {
  bodyBytes: number;
  maxValues: number;
  /** The reservation for the bytes in the common limit. */
  held: Reservation;
}

/**
 * Reads the bytes of a JSON body. Throws as soon as they are too many, or contain too many values (LIM-2, NET-4,
 * NET-6).
 */
export const readBody = (request: FastifyRequest, payload: Readable, limits: BodyLimits): Promise<ReadBody> => {
  const { bodyBytes, maxValues, held } = limits;
  const announced = Number(request.headers['content-length']);
  if (announced > bodyBytes) return Promise.reject(tooLarge(bodyBytes));
  const scan = new JsonScan(maxValues);
  const chunks: Buffer<ArrayBuffer>[] = [];
  let received = 0;
  const { promise, resolve, reject } = Promise.withResolvers<ReadBody>();

  const refuse = (error: Error): void => {
    payload.off('data', onData).off('end', onEnd);
    // The rest of the body is discarded, so that the client can read the answer.
    payload.resume();
    reject(error);
  };
  const onData = (chunk: Buffer<ArrayBuffer>): void => {
    received += chunk.length;
    try {
      if (received > bodyBytes) throw tooLarge(bodyBytes);
      held.grow(chunk.length);
      scan.add(chunk);
    } catch (error) {
      refuse(error as Error);
      return;
    }
    chunks.push(chunk);
  };
  const onEnd = (): void => {
    if (!Number.isNaN(announced) && received !== announced) {
      reject(invalid('body', 'Content-Length does not match the body'));
    } else resolve(wholeOf(chunks, received, scan.values));
  };
  payload.on('data', onData).on('end', onEnd).on('error', refuse);
  return promise;
};

const wholeOf = (
  chunks: readonly Buffer<ArrayBuffer>[],
  received: number,
  values: number,
): ReadBody | Promise<ReadBody> =>
  received <= smallBytes
    ? { bytes: joinedAtOnce(chunks), values }
    : joined(chunks, received).then((bytes) => ({ bytes, values }));

/**
 * Most bodies arrive in one piece, which is used without a copy, because separate memory costs the garbage collector.
 */
const joinedAtOnce = (chunks: readonly Buffer<ArrayBuffer>[]): Uint8Array<ArrayBuffer> =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);

/** Copies a large body in turns, because the system maps its new memory page by page while it is written. */
const joined = async (chunks: readonly Buffer[], bytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const body = Buffer.allocUnsafeSlow(bytes);
  const turns = new Turns();
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
    await turns.take();
  }
  return body;
};

const tooLarge = (limitBytes: number): ServiceError =>
  new ServiceError('PAYLOAD_TOO_LARGE', 'The body is too large.', { details: { limitBytes } });
