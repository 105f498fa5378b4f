import { invalid, ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const decoder = new TextDecoder('utf-8', { fatal: true });
const suspicious = /\\u(?:d[89ab]|dc|dd|de|df|0000)/i;

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const holdsOnlyText = (value: unknown): boolean => {
  if (typeof value === 'string') return isText(value);
  if (Array.isArray(value)) return value.every(holdsOnlyText);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isText(key) && holdsOnlyText(inner));
};

/** Deeper nesting serves nobody and overflows the stack of whoever writes it out again. */
const maxDepth = 64;

const isNestedWithin = (depth: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isNestedWithin(depth - 1, inner)));

/**
 * Parses bodies: JSON in UTF-8, or nothing. Refuses `__proto__` keys, NUL and lone surrogates (API-13), which raw UTF-8
 * cannot carry, so only texts with such an escape are searched for them.
 */
export const acceptJsonBodies = (app: FastifyInstance): void => {
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
      } else if (!isNestedWithin(maxDepth, value)) {
        done(invalid('body', `must not be nested deeper than ${String(maxDepth)} levels`));
      } else if (suspicious.test(text) && !holdsOnlyText(value)) {
        done(invalid('body', 'must not hold NUL or half of a surrogate pair in a string'));
      } else done(null, value);
    });
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parse);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['content-encoding'] !== undefined) {
      done(new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.'));
    } else done();
  });
};
