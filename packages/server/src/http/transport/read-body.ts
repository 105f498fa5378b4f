import { invalid, ServiceError } from '@pairspace/protocol';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Reservation } from '../../limits/quota.ts';
import { JsonScan } from './json-scan.ts';

export interface ReadBody {
  bytes: Uint8Array<ArrayBuffer>;
  /** The number of JSON values in the body. */
  values: number;
}

interface BodyLimits {
  bodyBytes: number;
  maxValues: number;
  /** The reservation for the bytes in the common limit. */
  held: Reservation;
}

/** The memory of a piece of a body in addition to its bytes. */
const pieceBytes = 600;

/**
 * Reads the bytes of a JSON body. Throws as soon as they are too many, or contain too many values (LIM-2, NET-4).
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
      held.grow(chunk.length + pieceBytes);
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
    } else resolve(wholeOf(chunks, scan.values));
  };
  payload.on('data', onData).on('end', onEnd).on('error', refuse);
  return promise;
};

/** Most bodies come in a single chunk, which is used without a copy: the garbage collector pays for each copy. */
const wholeOf = (chunks: readonly Buffer<ArrayBuffer>[], values: number): ReadBody => ({
  bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks),
  values,
});

const tooLarge = (limitBytes: number): ServiceError =>
  new ServiceError('PAYLOAD_TOO_LARGE', 'The body is too large.', { details: { limitBytes } });
