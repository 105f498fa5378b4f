import { invalid, ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invariant } from '../lib/invariant.ts';
import type { BodiesUnderWay, BodyBytes } from './bodies-under-way.ts';
import { clientAddressOf } from './client-address.ts';
import { readBody } from './read-body.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const suspicious = /\\u(?:d[89ab]|dc|dd|de|df|0000)/i;

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const holdsOnlyText = (value: unknown): boolean => {
  if (typeof value === 'string') return isText(value);
  if (Array.isArray(value)) return value.every(holdsOnlyText);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isText(key) && holdsOnlyText(inner));
};

interface BodyRules {
  bodyValues: number;
  underWay: BodiesUnderWay;
}

/**
 * Parses bodies: JSON in UTF-8, or nothing. Refuses `__proto__` keys, NUL and lone surrogates (API-13), which raw UTF-8
 * cannot carry, so only texts with such an escape are searched for them.
 */
export const acceptJsonBodies = (app: FastifyInstance, { bodyValues, underWay }: BodyRules): void => {
  const parseJson = app.getDefaultJsonParser('error', 'error');

  const parse = (request: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void): void => {
    if (body.length === 0) {
      done(null, undefined);
      return;
    }
    let text: string;
    try {
      text = decoder.decode(body);
    } catch {
      done(invalid('body', 'must be UTF-8'));
      return;
    }
    void parseJson(request, text, (error, value) => {
      if (error) {
        done(invalid('body', 'must be JSON, without a "__proto__" or "constructor.prototype" key'));
      } else if (suspicious.test(text) && !holdsOnlyText(value)) {
        done(invalid('body', 'must not hold NUL or half of a surrogate pair in a string'));
      } else done(null, value);
    });
  };

  app.removeAllContentTypeParsers();
  const heldBytes = new WeakMap<FastifyRequest, BodyBytes>();
  app.addHook('onRequest', (request, reply, done) => {
    const held = underWay.begin(clientAddressOf(request.ip));
    heldBytes.set(request, held);
    // Not given back before the request is over: what is made of the bytes is larger than they are.
    reply.raw.once('close', () => {
      held[Symbol.dispose]();
    });
    done();
  });
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const held = heldBytes.get(request);
    invariant(held, 'the bytes of every request are counted');
    readBody(request, payload, { bodyBytes: request.routeOptions.bodyLimit, maxValues: bodyValues, held })
      .then((body) => {
        parse(request, body, done);
      })
      .catch(done);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['content-encoding'] !== undefined) {
      done(new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.'));
    } else done();
  });
};
