import { ServiceError } from '@pairspace/protocol';
import type { FastifyInstance } from 'fastify';
import { jsonType, successBody } from './answer.ts';
import type { Metrics } from './metrics.ts';

interface Probes {
  metrics: Metrics;
  /** Throws when storage takes no writes. */
  assertWritable: () => Promise<void>;
  /** What else there is to know; none of it keeps the node from serving. */
  conditions: () => Readonly<Record<string, string>>;
}

/** `/healthz`, `/readyz` and `/metrics`. */
export const bindProbes = (app: FastifyInstance, { metrics, assertWritable, conditions }: Probes): void => {
  app.get('/healthz', (_request, reply) =>
    reply.header('content-type', jsonType).send(successBody('{"status":"alive"}')),
  );
  app.get('/readyz', async (_request, reply) => {
    try {
      await assertWritable();
    } catch (cause) {
      throw new ServiceError('UNAVAILABLE', 'Storage cannot take writes now.', { cause });
    }
    return reply
      .header('content-type', jsonType)
      .send(successBody(JSON.stringify({ status: 'ready', ...conditions() })));
  });
  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
};
