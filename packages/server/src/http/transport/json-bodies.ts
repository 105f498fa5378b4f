import { findInexactNumber, inexactMessage, invalid, type Limits, ServiceError, shownPath } from '@pairspace/protocol';
import type { FastifyInstance } from 'fastify';
import { assertPlain } from '../dispatch/plain-json.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The greatest number of JSON values in a body, for a route with a lower limit than others. */
    bodyValues?: number;
    /** The route counts its own requests, in place of the count for pages and documents. */
    countsItself?: boolean;
  }
}

/** Accepts bodies of JSON in UTF-8, and requests without a body. */
export const acceptJsonBodies = (app: FastifyInstance, { bodyValues }: Limits): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseJson(body as Buffer, request.routeOptions.config.bodyValues ?? bodyValues));
    } catch (error) {
      done(error as Error);
    }
  });
};

/** Refuses a body that would have to be decompressed. */
export const assertNotEncoded = (headers: { 'content-encoding'?: string | undefined }): void => {
  if (headers['content-encoding'] === undefined) return;
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.');
};

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses a body of JSON in UTF-8, or an empty one. Refuses numbers that a double does not hold (API-23). */
export const parseJson = (body: Uint8Array, maxValues: number): unknown => {
  if (body.length === 0) return undefined;
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    throw invalid('body', 'must be UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('body', 'must be JSON');
  }
  assertPlain(value, 'body', maxValues);
  const inexact = findInexactNumber(text);
  if (inexact) throw invalid(shownPath(['body', ...inexact]), inexactMessage);
  return value;
};
