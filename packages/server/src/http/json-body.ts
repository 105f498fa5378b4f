import { invalid, ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { invariant } from '../lib/invariant.ts';
import { TaskThread } from '../threads/task-thread.ts';
import type { BodiesUnderWay, BodyBytes } from './bodies-under-way.ts';
import { clientAddressOf } from '../lib/client-address.ts';
import { parseJson, type ParsedJson } from './parse-json.ts';
import { readBody } from './read-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The most JSON values of a body, where a route takes fewer than others. */
    bodyValues?: number;
  }
}

/** Bodies of this size are parsed at once: a few milliseconds. Larger ones are reports of workers. */
const quickBytes = 2 * 2 ** 20;

interface BodyRules {
  bodyValues: number;
  underWay: BodiesUnderWay;
}

/** Bodies are JSON in UTF-8, or nothing. Large ones are parsed in a thread, so that nobody waits for them (NET-4). */
export const acceptJsonBodies = (app: FastifyInstance, { bodyValues, underWay }: BodyRules): void => {
  const thread = new TaskThread<Uint8Array, ParsedJson>({ program: new URL('./parse-json-worker', import.meta.url) });
  app.addHook('onClose', () => thread[Symbol.asyncDispose]());
  const parse = async (body: Uint8Array<ArrayBuffer>): Promise<unknown> => {
    const parsed = body.length <= quickBytes ? parseJson(body) : await thread.run(body, [body.buffer]);
    if ('refusal' in parsed) throw invalid('body', parsed.refusal);
    return parsed.value;
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
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const held = heldBytes.get(request);
    invariant(held, 'the bytes of every request are counted');
    const { bodyLimit, config } = request.routeOptions;
    const maxValues = config.bodyValues ?? bodyValues;
    return parse(await readBody(request, payload, { bodyBytes: bodyLimit, maxValues, held }));
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['content-encoding'] !== undefined) {
      done(new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.'));
    } else done();
  });
};
