import { ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const decoder = new TextDecoder('utf-8', { fatal: true });
const suspicious = /\\u(?:d[89ab]|dc|dd|de|df|0000)/i;

const refuse = (message: string): ServiceError =>
  new ServiceError('VALIDATION_ERROR', message, { details: { issues: [{ path: 'body', message }] } });

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const holdsOnlyText = (value: unknown): boolean => {
  if (typeof value === 'string') return isText(value);
  if (Array.isArray(value)) return value.every(holdsOnlyText);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isText(key) && holdsOnlyText(inner));
};

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
      done(refuse('The body is not UTF-8.'));
      return;
    }
    void parseJson(request, text, (error, value) => {
      if (error) done(refuse('The body is not JSON, or holds a key "__proto__" or "constructor.prototype".'));
      else if (suspicious.test(text) && !holdsOnlyText(value))
        done(refuse('A string holds NUL or half of a surrogate pair.'));
      else done(null, value);
    });
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parse);
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
      done(new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.'));
    } else done();
  });
};
