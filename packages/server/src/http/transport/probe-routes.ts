import { ServiceError } from '@pairspace/protocol';
import type { FastifyInstance } from 'fastify';
import { jsonType, successBody } from '../dispatch/answer.ts';
import { clientAddressOf } from '../../lib/client-address.ts';
import type { RequestLimits } from '../../limits/request-limits.ts';
import type { Metrics } from './metrics.ts';

/** The number of requests that a scrape counts as, because some metrics are counted in the database. */
const requestsPerScrape = 20;

interface Probes {
  requests: RequestLimits;
  metrics: Metrics;
  /** Throws if storage accepts no writes. */
  assertWritable: () => Promise<void>;
  /** Further states for the answer of `/readyz`; none of them makes the node unready (OPS-13). */
  conditions: () => Readonly<Record<string, string>>;
}

/** `/healthz` and `/readyz`, which have no rate limit and a constant cost, and `/metrics`. */
export const bindProbes = (app: FastifyInstance, { requests, metrics, assertWritable, conditions }: Probes): void => {
  const probe = { config: { countsItself: true } };
  app.get('/healthz', probe, (_request, reply) =>
    reply.header('content-type', jsonType).send(successBody('{"status":"alive"}')),
  );
  app.get('/readyz', probe, async (_request, reply) => {
    try {
      await assertWritable();
    } catch (cause) {
      throw new ServiceError('UNAVAILABLE', 'Storage cannot take writes now.', { cause });
    }
    return reply
      .header('content-type', jsonType)
      .send(successBody(JSON.stringify({ status: 'ready', ...conditions() })));
  });
  app.get('/metrics', probe, async (request, reply) => {
    await requests.countPage(clientAddressOf(request.ip), requestsPerScrape);
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
};
